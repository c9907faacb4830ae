// Vertex Block Descent (Chen et al. 2024, Alg. 1 and Eq. 9–12; an open question of the thesis): block
// coordinate descent with a block per vertex.
// One iteration: each vertex in turn takes a Newton step on the objective as a function of its position,
// while all others are held: (m/h² I + Σ_j ∂²E_j/∂q_i²) Δq_i = −(m/h² (q_i − q̃_i) + Σ_j ∂E_j/∂q_i). Hessians
// of elements are clamped or exact. With clamped Hessians every step descends at first order. With exact
// Hessians, a vertex whose block is not positive definite does not move. There is no line search and no
// damping. With ρ > 0 the sweep's result is combined with the iterate before the last one (Chen et al. 2024;
// Wang 2015). With a volume penalty the volume term of stable Neo-Hookean has a multiplier per tet, so that
// its stiffness λ, which grows without limit as ν approaches 1/2, does not enter the blocks
// (newton-physics/newton, issue 4134): each sweep is followed by an update of the multipliers
// (vertex_blocks.h). The minimum is the same. Needs from each potential: its derivatives with respect to one
// vertex (vertex_blocks.h). Limitations: it does not conserve linear momentum until it has converged, because
// each vertex moves without a counter-movement.
#pragma once

#include "deformable/solvers/acceleration/chebyshev_weights.h"
#include "deformable/solvers/kernels/vertex_sweep.h"
#include "deformable/solvers/solver.h"
#include "deformable/solvers/traits.h"

namespace simbench {

// The positions of iteration 0: the start of the step, as in all solvers, or q̃ with only that part of the
// external acceleration that the vertex had in the last step (Chen et al. 2024; AnkaChan/Gaia,
// VBD_BaseMaterial.cpp).
enum class VertexBlockDescentStart { step, adaptive };

struct VertexBlockDescentSettings final : SolverSettings {
  SweepOrder order;  // of the vertices
  Definiteness hessian = Definiteness::clamped;
  double rho = 0;             // of Chebyshev's weights; 0: the sweeps alone
  double volume_penalty = 0;  // κ of the multipliers in units of μ; 0: no multipliers
  VertexBlockDescentStart start = VertexBlockDescentStart::step;
  void describe(config::Fields& fields) override;
};

template <class Real>
class VertexBlockDescent final : public Solver<Real> {
 public:
  static constexpr std::string_view name = "vbd";
  static constexpr std::string_view summary =
      "Vertex Block Descent: a Newton step of one vertex after the other";
  static constexpr SolverTraits traits = {.conserves_momentum = false, .takes_terms = TermKind::contact};
  using Settings = VertexBlockDescentSettings;
  static Declines declines(const Potentials<double>& potentials, const Settings& settings);
  static Declines declines_other_start(const Settings& settings);
  static Declines declines_contact(const Settings& settings);

  explicit VertexBlockDescent(const Settings& settings) : settings_(settings) {}
  std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem) override;
  IterationReport iterate() override;
  void list_memory(SolverMemory& memory) override;
  const Positions<Real>& positions() const override { return positions_; }

 private:
  void accelerate();
  Positions<Real> adaptive_start(const IncrementalPotential<Real>& problem);

  Settings settings_;
  const IncrementalPotential<Real>* problem_ = nullptr;
  VertexSweep<Real> sweep_;
  Positions<Real> positions_;  // q_k
  ChebyshevWeights<Real> weights_;
  Positions<Real> previous_, before_previous_;  // q_{k−1} and q_{k−2}, if ρ > 0
  // Of the adaptive start: h, and of the last step its velocities v_n at the beginning (empty before the
  // first step), its time step, and its positions with velocity zero.
  Real step_length_ = 0, last_time_step_ = 0;
  Positions<Real> last_velocities_, last_origin_;
};

}  // namespace simbench
