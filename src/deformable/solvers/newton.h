// Projected Newton (Teran et al. 2005; Ledwon 2024, Alg. 2): the Hessian with the negative eigenvalues of
// every element set to zero, a sparse factorisation, and backtracking. It is the reference that finds the
// minimum f*.
// Other filters of the Hessian are in linear/newton_system.h.
// One iteration: Hessian, factorisation, line search. If the search stalls, it takes a full step with the
// exact Hessian, provided that this step halves the gradient.
// Needs from each potential: gradient and Hessian.
// Limitations: none.
// Other settings give other Newton methods: one iteration from q_n (StepStart::previous) with the exact
// Hessian and without a search is linearly implicit Euler (Eq. 3.9).
#pragma once

#include "deformable/solvers/linear/newton_system.h"
#include "deformable/solvers/solver.h"
#include "deformable/solvers/traits.h"

namespace simbench {

struct NewtonSettings : SolverSettings, LineSearchSettings {
  NewtonHessian hessian = NewtonHessian::clamped;
  void describe(config::Fields& fields) override;
};

// The solver `mixed` derives from it.
template <class Real>
class Newton : public Solver<Real> {
 public:
  static constexpr std::string_view name = "newton";
  static constexpr std::string_view summary =
      "projected Newton: the Hessian made positive element by element";
  static constexpr SolverTraits traits = {
      .has_constant_matrix = false, .takes_quadratic_tets = true, .takes_terms = TermKind::any};
  using Settings = NewtonSettings;
  static Cost cost(const ProblemSize& size) {
    Cost cost = second_order_cost(size);
    cost.usual_iterations = 30;
    return cost;
  }
  static Declines declines(const Potentials<double>&, const Settings&) { return {}; }

  explicit Newton(const Settings& settings) : settings_(settings), system_(settings.hessian) {}
  std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem) override;
  IterationReport iterate() override;
  void complete(IterationReport& report) const override;  // counts indefinite elements
  const Positions<Real>& positions() const override { return current_.positions; }
  std::string_view elimination_order() const override { return system_.ordering(); }

  const Iterate<Real>& current() const { return current_; }
  // After `converged` or `stalled`: takes full steps with the exact Hessian as long as each of them halves
  // the gradient's norm. This finds the minimum more precisely than values of the objective can. Returns the
  // number of steps.
  int polish();
  bool is_stable();  // whether the exact Hessian has no negative eigenvalue

 private:
  bool polish_once();

  Settings settings_;
  const IncrementalPotential<Real>* problem_ = nullptr;
  NewtonSystem<Real> system_;
  Iterate<Real> current_, trial_;
  Positions<Real> before_;  // the positions before the last iteration
  Positions<Real> direction_;
};

}  // namespace simbench
