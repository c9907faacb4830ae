// Vertex Block Descent (Chen et al. 2024, Alg. 1 and Eq. 9–12; the thesis's open question): block coordinate descent, a
// block being a vertex. One iteration: each vertex in turn takes a Newton step on the objective that it alone sees, all
// others being held: (m/h² I + Σ_j ∂²E_j/∂q_i²) Δq_i = −(m/h² (q_i − q̃_i) + Σ_j ∂E_j/∂q_i). Needs of each potential: its
// derivatives by one vertex (vertex_blocks.h). Elements' Hessians are clamped, so that every step descends at first order, or
// exact, and a vertex whose block is not positive definite then stays where it is; there is no line search, no acceleration and
// no damping. Violates: until it has converged, linear momentum (a vertex moves and nothing moves against it).
#pragma once

#include <optional>

#include "solver/solver.h"
#include "solver/sweep_order.h"
#include "solver/vertex_blocks.h"

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
  std::vector<std::unique_ptr<VertexDerivatives<Real>>> derivatives_;  // one a potential
  std::vector<VertexBlock<Real>> blocks_;                              // in the schedule's order
  Positions<Real> positions_;                                          // q
};

}  // namespace simbench
