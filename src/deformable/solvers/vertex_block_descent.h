// Vertex Block Descent (Chen et al. 2024, Alg. 1 and Eq. 9–12; an open question of the thesis): block
// coordinate descent with a block per vertex.
// One iteration: each vertex in turn takes a Newton step on the objective as a function of its position,
// while all others are held: (m/h² I + Σ_j ∂²E_j/∂q_i²) Δq_i = −(m/h² (q_i − q̃_i) + Σ_j ∂E_j/∂q_i). Hessians
// of elements are clamped or exact. With clamped Hessians every step descends at first order. With exact
// Hessians, a vertex whose block is not positive definite does not move. There is no line search, no
// acceleration and no damping.
// Needs from each potential: its derivatives with respect to one vertex (vertex_blocks.h).
// Limitations: it does not conserve linear momentum until it has converged, because each vertex moves without
// a counter-movement.
#pragma once

#include <optional>

#include "deformable/solvers/kernels/vertex_blocks.h"
#include "deformable/solvers/solver.h"
#include "deformable/solvers/sweep_order.h"
#include "deformable/solvers/traits.h"

namespace simbench {

struct VertexBlockDescentSettings final : SolverSettings {
  SweepOrder order;  // of the vertices
  Definiteness hessian = Definiteness::clamped;
  void describe(config::Fields& fields) override;
};

template <class Real>
class VertexBlockDescent final : public Solver<Real> {
 public:
  static constexpr std::string_view name = "vbd";
  static constexpr std::string_view summary =
      "Vertex Block Descent: a Newton step of one vertex after the other";
  static constexpr SolverTraits traits = {.conserves_momentum = false};
  using Settings = VertexBlockDescentSettings;
  static Declines declines(const Potentials<double>&, const Settings&) { return {}; }

  explicit VertexBlockDescent(const Settings& settings) : settings_(settings) {}
  std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem) override;
  IterationReport iterate() override;
  const Positions<Real>& positions() const override { return positions_; }

 private:
  void move_group(Index group);

  Settings settings_;
  const IncrementalPotential<Real>* problem_ = nullptr;
  VectorX<Real> inertia_weights_;  // M/h²
  std::optional<VertexSchedule> schedule_;
  std::vector<std::unique_ptr<VertexDerivatives<Real>>> derivatives_;  // one per potential
  std::vector<VertexBlock<Real>> blocks_;                              // in the schedule's order
  Positions<Real> positions_;                                          // q
};

}  // namespace simbench
