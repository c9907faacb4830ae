// Position-Based Nonlinear Gauss–Seidel (Chen, Han, Chen and Teran 2023), on the step of implicit Euler as in
// Unreal Engine (Chaos, FGaussSeidelCorotatedConstraints). One iteration: each vertex in turn moves by
// −(m/h² I + Σ_j H_j)⁻¹ ∂f/∂q_i, while all others are held. H_j is a definite approximation of the Hessian of
// element j in one vertex, which leaves out the curvature of the rotation: for the corotated law
// V (2μ ‖g‖² I + λ c cᵀ) with the gradient g of the vertex's shape function and c = R g. A law without such
// a formula has its clamped Hessian. From the fifth iteration on successive over-relaxation follows,
// q ← ω (q − q_{k−2}) + q_{k−2}.
// Needs from each potential: its derivatives with respect to one vertex (vertex_blocks.h).
// Limitations: there is no line search. Linear momentum is not conserved until it has converged. Unreal's
// corotated law has the volume term of stable_neo_hookean, (det F − 1)²; ours has a trace.
#pragma once

#include "deformable/solvers/kernels/vertex_sweep.h"
#include "deformable/solvers/solver.h"
#include "deformable/solvers/traits.h"

namespace simbench {

struct PbngSettings final : SolverSettings {
  SweepOrder order{.order = Order::coloured};  // of the vertices
  double relaxation = 1.6;                     // ω; 1: the sweeps alone
  void describe(config::Fields& fields) override;
};

template <class Real>
class Pbng final : public Solver<Real> {
 public:
  static constexpr std::string_view name = "pbng";
  static constexpr std::string_view summary =
      "PBNG: one vertex after the other with simple definite Hessians, over-relaxed";
  static constexpr SolverTraits traits = {
      .may_diverge = true, .conserves_momentum = false, .takes_terms = TermKind::contact};
  using Settings = PbngSettings;
  static Declines declines(const Potentials<double>&, const Settings&) { return {}; }

  explicit Pbng(const Settings& settings) : settings_(settings) {}
  std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem) override;
  IterationReport iterate() override;
  const Positions<Real>& positions() const override { return positions_; }

 private:
  static constexpr int plain_iterations = 4;

  Settings settings_;
  const IncrementalPotential<Real>* problem_ = nullptr;
  VertexSweep<Real> sweep_;
  int iteration_ = 0;
  Positions<Real> positions_;                   // q_k
  Positions<Real> previous_, before_previous_;  // q_{k−1} and q_{k−2}
};

}  // namespace simbench
