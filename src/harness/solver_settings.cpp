#include "harness/solver_settings.h"

#include <algorithm>

namespace simbench {

namespace {

constexpr const char* section = "solvers";
constexpr config::Options section_options = {.doc = "settings of the solvers"};

}  // namespace

void SolversSection::add(const NamedSolver& solver, std::shared_ptr<const SolverSettings> settings) {
  std::erase_if(solvers_, [&](const NamedSolver& other) { return other.name == solver.name; });
  solvers_.push_back(solver);
  settings_[std::string(solver.name)] = std::move(settings);
}

void SolversSection::describe(config::Fields& fields) {
  const auto describe_all = [&](config::Fields& members) {
    for (const NamedSolver& solver : solvers_) describe_one(members, solver);
  };
  fields.object(section, describe_all, section_options);
}

void SolversSection::describe_only(config::Fields& fields, std::string_view name) {
  const auto solver = std::ranges::find(solvers_, name, &NamedSolver::name);
  fields.object(
      section, [&](config::Fields& members) { describe_one(members, *solver); }, section_options);
}

void SolversSection::describe_one(config::Fields& members, const NamedSolver& solver) {
  std::shared_ptr<const SolverSettings>& settings = settings_.find(solver.name)->second;
  // Copies of the section share the old settings, so these must not change.
  const std::shared_ptr<SolverSettings> own = solver.copy(*settings);
  members.object(solver.name, [&](config::Fields& fields) { own->describe(fields); },
                 {.doc = solver.summary});
  settings = own;
}

}  // namespace simbench
