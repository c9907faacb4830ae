#include "deformable/solvers/external.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "harness/external_values.h"

namespace simbench {

namespace {

std::vector<std::shared_ptr<const ExternalSolver>>& registered() {
  static std::vector<std::shared_ptr<const ExternalSolver>> solvers;
  return solvers;
}

const ExternalSettings& external(const SolverSettings& settings) {
  return dynamic_cast<const ExternalSettings&>(settings);
}

}  // namespace

void ExternalSettings::describe(config::Fields& fields) {
  describe_external_values(fields, solver->name, solver->settings, values);
}

SolverEntry entry_of(const ExternalSolver& solver) {
  SolverEntry entry{};
  entry.name = solver.name;
  entry.summary = solver.summary;
  entry.copy = [](const SolverSettings& settings) -> std::shared_ptr<SolverSettings> {
    return std::make_shared<ExternalSettings>(external(settings));
  };
  entry.has_single_precision = false;
  entry.make = [](const SolverSettings& settings, Precision) {
    return external(settings).solver->make(external(settings).values);
  };
  entry.declines = [](const Potentials<double>& potentials, const SolverSettings& settings) {
    return external(settings).solver->declines(potentials, external(settings).values);
  };
  entry.declines_size = [](Index, const SolverSettings&) -> Declines { return {}; };
  entry.declines_other_start = [](const SolverSettings&) -> Declines { return {}; };
  entry.declines_contact = [](const SolverSettings&) -> Declines { return {}; };
  entry.cost = first_order_cost;
  entry.traits = {.takes_quadratic_tets = true, .takes_terms = TermKind::any, .is_in_all = false};
  return entry;
}

void register_external_solver(std::shared_ptr<const ExternalSolver> solver) {
  if (find_solver(solver->name))
    throw Error(ExitCode::usage,
                fmt::format("a solver of simbench has the name '{}'; give yours another one", solver->name));
  const auto same_name = [&](const auto& other) { return other->name == solver->name; };
  // The earlier one stays in memory, because scenes and lists may still show its name.
  static std::vector<std::shared_ptr<const ExternalSolver>> replaced;
  if (const auto found = std::ranges::find_if(registered(), same_name); found != registered().end()) {
    replaced.push_back(std::exchange(*found, std::move(solver)));
  } else {
    registered().push_back(std::move(solver));
  }
}

const std::vector<std::shared_ptr<const ExternalSolver>>& external_solvers() {
  return registered();
}

}  // namespace simbench
