// Projected Newton (Teran et al. 2005; Ledwon 2024, Alg. 2): the Hessian with the negative eigenvalues of
// every element set to zero, a sparse factorisation, and backtracking. It is the reference that finds the
// minimum f*.
// One iteration: Hessian, factorisation, line search. If the search stalls, it takes a full step with the
// exact Hessian, provided that this step halves the gradient.
// Needs from each potential: gradient and Hessian.
// Limitations: none.
// Other settings give other Newton methods: one iteration from q_n with the exact Hessian and without a
// search is linearly implicit Euler (Eq. 3.9).
#pragma once

#include "deformable/solvers/line_search/line_search.h"
#include "deformable/solvers/solver.h"
#include "deformable/solvers/traits.h"
#include "math/block_matrix.h"
#include "math/multifrontal.h"

namespace simbench {

// How the Hessian of each element is changed. `clamped`: negative eigenvalues become zero. `exact`: not at
// all; the sum may be indefinite, and the objective may rise along the direction. `exact_if_spd`: not at all
// if the sum is positive definite, otherwise clamped, which costs a second factorisation. `absolute`:
// eigenvalues become their absolute values (Chen et al. 2024, Stabler Neo-Hookean Simulation).
enum class NewtonHessian { clamped, exact, exact_if_spd, absolute };

// The positions of iteration 0: q̃, as in all solvers, or q_n.
enum class NewtonStart { inertial, previous };

struct NewtonSettings final : SolverSettings, LineSearchSettings {
  NewtonHessian hessian = NewtonHessian::clamped;
  NewtonStart start = NewtonStart::inertial;
  void describe(config::Fields& fields) override;
};

template <class Real>
class Newton final : public Solver<Real> {
 public:
  static constexpr std::string_view name = "newton";
  static constexpr std::string_view summary =
      "projected Newton: the Hessian made positive element by element";
  static constexpr SolverTraits traits = {.has_constant_matrix = false};
  using Settings = NewtonSettings;
  static Cost cost(const ProblemSize& size) {
    Cost cost = second_order_cost(size);
    cost.usual_iterations = 30;
    return cost;
  }
  static Declines declines(const Potentials<double>&, const Settings&) { return {}; }

  explicit Newton(const Settings& settings) : settings_(settings) {}
  std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem) override;
  IterationReport iterate() override;
  const Positions<Real>& positions() const override { return current_.positions; }
  std::string_view elimination_order() const override { return system_.ordering(); }

  const Iterate<Real>& current() const { return current_; }
  // After `converged` or `stalled`: takes full steps with the exact Hessian as long as each of them halves
  // the gradient's norm. This finds the minimum more precisely than values of the objective can. Returns the
  // number of steps.
  int polish();

 private:
  bool polish_once();
  MatrixDefect find_direction();
  MatrixDefect find_definite_direction(Definiteness definiteness);

  Settings settings_;
  const IncrementalPotential<Real>* problem_ = nullptr;
  std::optional<BlockMatrix<Real>> hessian_;
  Multifrontal<Real> system_;
  Iterate<Real> current_;
  Iterate<Real> trial_;
  Positions<Real> direction_;
};

}  // namespace simbench
