#include "solver/registry.h"

#include "solver/admm.h"
#include "solver/bfgs.h"
#include "solver/formula.h"
#include "solver/gradient_descent.h"
#include "solver/kkt.h"
#include "solver/newton.h"
#include "solver/projective_dynamics.h"
#include "solver/quasi_newton.h"
#include "solver/single_precision.h"
#include "solver/vertex_block_descent.h"
#include "solver/xpbd.h"
#include "solver/xpbd_global.h"

namespace simbench {

namespace {

// What a solver's file offers: a template S<Real> with name, summary, Settings and declines(); declines_size(), if it has a largest
// problem; and evaluates_formulas, if it does.
template <template <class> class S>
SolverEntry entry() {
  using Settings = typename S<double>::Settings;
  constexpr bool evaluates_formulas = requires {
    S<double>::evaluates_formulas;
  };
  return {S<double>::name,
          S<double>::summary,
          []() -> std::shared_ptr<SolverSettings> { return std::make_shared<Settings>(); },
          [](const SolverSettings& settings) -> std::shared_ptr<SolverSettings> {
            return std::make_shared<Settings>(dynamic_cast<const Settings&>(settings));
          },
          [](const Potentials<double>& potentials, const SolverSettings& settings) {
            return S<double>::declines(potentials, dynamic_cast<const Settings&>(settings));
          },
          [](Index vertices, const SolverSettings& settings) -> Declines {
            if constexpr (requires { &S<double>::declines_size; })
              return S<double>::declines_size(vertices, dynamic_cast<const Settings&>(settings));
            return {};
          },
          evaluates_formulas,
          [](const SolverSettings& settings, Precision precision) -> std::unique_ptr<Solver<double>> {
            const Settings& own = dynamic_cast<const Settings&>(settings);
            if (precision == Precision::double_precision) return std::make_unique<S<double>>(own);
            return std::make_unique<InSinglePrecision>(std::make_unique<S<float>>(own));
          }};
}

}  // namespace

const std::vector<SolverEntry>& solvers() {
  // A new solver: its file pair and one line here.
  static const std::vector<SolverEntry> registry = {
      entry<Pbd>(),
      entry<Xpbd>(),
      entry<ProjectiveDynamics>(),
      entry<Admm>(),
      entry<QuasiNewton>(),
      entry<Newton>(),
      entry<VertexBlockDescent>(),
      entry<XpbdGlobal>(),
      entry<GradientDescent>(),
      entry<Bfgs>(),
      entry<Kkt>(),
      entry<Formula>(),
  };
  return registry;
}

const SolverEntry* find_solver(std::string_view name) {
  for (const SolverEntry& entry : solvers()) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

namespace {

void describe_settings(config::Fields& fields, const SolverEntry& entry, SolverSettings& settings) {
  fields.object(entry.name, [&](config::Fields& own) { settings.describe(own); }, {.doc = entry.summary});
}

constexpr const char* section = "solvers";
constexpr config::Options section_options = {.doc = "settings of the solvers"};

}  // namespace

Declines ConfiguredSolver::declines(const Potentials<double>& potentials, StepFormula formula,
                                    Index vertices) const {
  if (formula == StepFormula::none && entry->evaluates_formulas)
    return "step.integrator minimises, and has no formula that could be evaluated";
  if (formula != StepFormula::none && !entry->evaluates_formulas)
    return "step.integrator is a formula, with nothing to minimise; the solver 'formula' evaluates it";
  const Declines size = entry->declines_size(vertices, *settings);
  return size ? size : entry->declines(potentials, *settings);
}

void ConfiguredSolver::describe(config::Fields& fields) const {
  const std::shared_ptr<SolverSettings> own = entry->copy(*settings);
  fields.object(
      section, [&](config::Fields& members) { describe_settings(members, *entry, *own); }, section_options);
}

SolversSection::SolversSection() {
  for (const SolverEntry& entry : solvers()) settings_.emplace(entry.name, entry.default_settings());
}

void SolversSection::describe(config::Fields& fields) {
  const auto describe_all = [&](config::Fields& members) {
    for (const SolverEntry& entry : solvers()) {
      std::shared_ptr<SolverSettings>& settings = settings_.find(entry.name)->second;
      settings = entry.copy(*settings);  // copies of the section share it
      describe_settings(members, entry, *settings);
    }
  };
  fields.object(section, describe_all, section_options);
}

ConfiguredSolver SolversSection::configured(std::string_view name) const {
  return {find_solver(name), settings_.find(name)->second};
}

}  // namespace simbench
