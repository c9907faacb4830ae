// Truncated Newton's method (Dembo and Steihaug 1983; Nocedal and Wright 2006, Alg. 7.1): conjugate gradients
// with the preconditioner P solve H p = −∇f with the exact Hessian H, and stop early.
// One iteration: the assembly of H; conjugate gradients, each of which multiplies by H and solves with P;
// line search. The inner iterations stop when the residual is small enough in the norm of P⁻¹, or when they
// meet a direction of negative curvature. Then they return what they have, or −P⁻¹∇f if they have nothing.
// Needs from each potential: gradient, Hessian and a quadratic stiffness for S.
// Limitations: none.
#pragma once

#include "deformable/solvers/line_search/line_search.h"
#include "deformable/solvers/linear/metric.h"
#include "deformable/solvers/traits.h"

namespace simbench {

struct NewtonConjugateGradientsSettings final : SolverSettings, LineSearchSettings {
  DescentMetric metric = DescentMetric::stiffness;
  // η: the residual of a direction that is precise enough, as a part of the gradient. Empty: it is
  // min(0.5, √(‖g‖/‖g₀‖)), with g₀ at the start of the step and all norms those of P⁻¹.
  std::optional<double> forcing;
  void describe(config::Fields& fields) override;
};

template <class Real>
class NewtonConjugateGradients final : public Solver<Real> {
 public:
  static constexpr std::string_view name = "newton_cg";
  static constexpr std::string_view summary =
      "truncated Newton: conjugate gradients with the exact Hessian, metric S";
  static constexpr SolverTraits traits = {.takes_quadratic_tets = true, .takes_terms = TermKind::any};
  using Settings = NewtonConjugateGradientsSettings;
  static Cost cost(const ProblemSize& size);
  static Declines declines(const Potentials<double>&, const Settings&) { return {}; }

  explicit NewtonConjugateGradients(const Settings& settings)
      : settings_(settings), metric_(settings.metric, LinearSolver{}) {}
  std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem) override;
  IterationReport iterate() override;
  const Positions<Real>& positions() const override { return current_.positions; }
  std::string_view elimination_order() const override { return metric_.ordering(); }
  std::optional<int> factorisations() const override { return metric_.factorisations(); }

 private:
  // An approximate Newton direction is in `direction_`, and a first length of a line search along it.
  struct Truncated {
    int iterations;
    Real first_length;
  };
  // Returns empty if the linear solver of P fails.
  std::optional<Truncated> find_direction();

  Settings settings_;
  const IncrementalPotential<Real>* problem_ = nullptr;
  MetricSystem<Real> metric_;
  std::optional<BlockMatrix<Real>> hessian_;
  std::optional<Real> start_size_;  // ‖g₀‖²
  Iterate<Real> current_;
  Iterate<Real> trial_;
  Positions<Real> direction_;  // p
  Positions<Real> residual_;   // r = H p + ∇f
  Positions<Real> descent_;    // P⁻¹ r
  Positions<Real> conjugate_;  // d
  Positions<Real> product_;    // H d
};

}  // namespace simbench
