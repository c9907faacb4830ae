// Evaluates the formula of an integrator that has one (explicit, symplectic and linearly implicit Euler;
// Ledwon 2024, Eq. 3.2, 3.3, 3.9). It is a solver, so the same metrics measure it.
// One iteration: the formula, which is the whole step. There is no second iteration.
// Needs from each potential: a gradient; for the linearly implicit formula also a Hessian.
// Limitations: it does not minimise the objective.
#pragma once

#include "deformable/solvers/solver.h"
#include "deformable/solvers/traits.h"
#include "math/multifrontal.h"

namespace simbench {

struct FormulaSettings final : SolverSettings {
  void describe(config::Fields&) override {}
};

template <class Real>
class Formula final : public Solver<Real> {
 public:
  static constexpr std::string_view name = "formula";
  static constexpr std::string_view summary =
      "explicit, symplectic or linearly implicit Euler, by the integrator's formula";
  static constexpr SolverTraits traits = {.takes_quadratic_tets = true, .evaluates_formulas = true};
  using Settings = FormulaSettings;
  static Declines declines(const Potentials<double>&, const Settings&) { return {}; }
  static Declines declines_other_start(const Settings&) {
    return "a formula gives the end of the step without iterations from a start; set step.start to inertial";
  }

  explicit Formula(const Settings&) {}
  std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem) override;
  IterationReport iterate() override;
  const Positions<Real>& positions() const override { return positions_; }
  std::string_view elimination_order() const override { return system_.ordering(); }

 private:
  MatrixDefect take_newton_step();

  const IncrementalPotential<Real>* problem_ = nullptr;
  bool is_done_ = false;
  Multifrontal<Real> system_;  // for linearly implicit Euler
  Positions<Real> gradient_;   // of the potentials at q_n [N]
  Positions<Real> positions_;
};

}  // namespace simbench
