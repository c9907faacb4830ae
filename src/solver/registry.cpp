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
// problem; cost(), if it has another than a first-order method; and evaluates_formulas, if it does.
template <template <class> class S>
SolverEntry entry() {
  using Settings = typename S<double>::Settings;
  constexpr bool evaluates_formulas = requires {
    S<double>::evaluates_formulas;
  };
  return {registered_solver<Solver<double>, InSinglePrecision, S<double>, S<float>>(),
          [](const Potentials<double>& potentials, const SolverSettings& settings) {
            return S<double>::declines(potentials, dynamic_cast<const Settings&>(settings));
          },
          [](Index vertices, const SolverSettings& settings) -> Declines {
            if constexpr (requires { &S<double>::declines_size; })
              return S<double>::declines_size(vertices, dynamic_cast<const Settings&>(settings));
            return {};
          },
          [](const ProblemSize& size) {
            if constexpr (requires { S<double>::cost(size); })
              return S<double>::cost(size);
            else
              return first_order_cost(size);
          },
          evaluates_formulas};
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
  return find_entry(solvers(), name);
}

Declines SolverEntry::declines_problem(const Potentials<double>& potentials, StepFormula formula,
                                       Index vertices, const SolverSettings& settings) const {
  if (formula == StepFormula::none && evaluates_formulas)
    return "step.integrator minimises, and has no formula that could be evaluated";
  if (formula != StepFormula::none && !evaluates_formulas)
    return "step.integrator is a formula, with nothing to minimise; the solver 'formula' evaluates it";
  const Declines size = declines_size(vertices, settings);
  return size ? size : declines(potentials, settings);
}

}  // namespace simbench
