// A Gauss–Seidel sweep over vertices, of Vertex Block Descent and PBNG: each vertex in turn takes a Newton
// step on the objective as a function of its position, while all others are held. Vertices that share no
// element move side by side (vertex_schedule.h), with the result of one after the other.
#pragma once

#include <optional>

#include "deformable/problem/incremental_potential.h"
#include "deformable/solvers/kernels/vertex_blocks.h"
#include "deformable/solvers/sweep_order.h"
#include "math/task_queues.h"

namespace simbench {

template <class Real>
class VertexSweep {
 public:
  // The problem must outlive the sweeps of its step.
  void begin_step(const IncrementalPotential<Real>& problem, const SweepOrder& order, const VertexForm& form);
  // Moves each vertex once. A vertex whose block is not positive definite does not move. Allocates
  // nothing with one thread.
  void move(Positions<Real>& positions);
  // Of the volume terms, if the form has a penalty.
  void update_multipliers(const Positions<Real>& positions);

 private:
  // What the groups of vertices are made of.
  struct Layout {
    SweepOrder order;
    Index vertex_count;
    std::vector<char> held;                   // the mask of held vertices
    std::vector<int> vertices, element_ends;  // of all elements, one after the other
    Index thread_count;
    bool operator==(const Layout&) const = default;
  };
  struct Derivatives {
    std::shared_ptr<const Potential<Real>> potential;
    std::unique_ptr<VertexDerivatives<Real>> of_vertices;
  };
  // Sets up the groups of vertices, and the derivatives. Keeps what is the same as before: potentials never
  // change, but those of anchors are new in each step.
  void schedule();
  void make_groups(std::span<const std::span<const int>> elements);
  // Finds what the terms couple near these positions, and sets up the groups anew: vertices that touch each
  // other must not move side by side.
  void look_at_terms(const Positions<Real>& positions);
  void move_group(Index group, Positions<Real>& positions) const;
  void add_terms(std::span<const int> vertices, const Positions<Real>& positions,
                 VertexBlocks<Real>& blocks) const;
  void move_vertex(int vertex, const Vector3<Real>& change, Positions<Real>& positions) const;

  const IncrementalPotential<Real>* problem_ = nullptr;
  SweepOrder order_;
  VertexForm form_;
  std::vector<std::unique_ptr<TermAtVertices<Real>>> terms_;
  Positions<Real> seen_;           // the positions for which `terms_` were made [m]
  VectorX<Real> inertia_weights_;  // M/h²
  std::optional<Layout> layout_;
  std::optional<VertexSchedule> schedule_;
  std::optional<TaskQueues> tasks_;       // a round for each level
  std::vector<Derivatives> derivatives_;  // one per potential
};

}  // namespace simbench
