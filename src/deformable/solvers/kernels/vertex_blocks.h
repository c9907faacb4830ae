// Gradients and 3 × 3 Hessians of the objective with respect to single vertices, for Vertex Block Descent.
// Many vertices are computed side by side.
//
//   order    │ v₅ v₀ v₉ … │ v₁ v₇ … │ …     level by level: no two vertices of a level share an element
//   groups   │ 0     │ 1  │ 2       │       at most group_size vertices of a level; a task each
//   visits   │ (v₅,e₂) (v₅,e₃) (v₀,e₁) … │  of a group: pairs of a vertex and an element with it, ascending
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "deformable/energy/potential.h"

namespace simbench {

template <class Real>
struct VertexBlock {
  Vector3<Real> gradient;  // [N]
  Matrix3<Real> hessian;   // [N/m]
};

// The numbers of the elements of each vertex, ascending. `elements` lists the vertices of each element.
std::vector<std::vector<int>> elements_of_vertices(std::span<const std::span<const int>> elements,
                                                   Index vertex_count);

// The order in which vertices move, cut into levels and groups.
struct VertexSchedule {
  static constexpr int group_size = 64;

  Index vertex_count;            // of the mesh; held ones do not move
  std::vector<int> vertices;     // the vertices that move, level by level, within a level in the given order
  std::vector<int> group_start;  // where each group starts in `vertices`; groups + 1 entries
  std::vector<int> level_start;  // where each level starts in `group_start`; levels + 1 entries

  // Moving level after level gives the same result as moving one vertex after the other in `order`: the level
  // of a vertex is higher than the levels of all earlier vertices that share an element with it. uses: the
  // elements of each vertex of the mesh.
  VertexSchedule(std::span<const int> order, std::span<const std::vector<int>> uses,
                 std::size_t element_count);
};

// Which derivatives the blocks have.
struct VertexForm {
  Definiteness hessian = Definiteness::clamped;
  // Laws with a definite approximation of their Hessian in one vertex use it, without a decomposition.
  bool is_approximate = false;
  // κ of multipliers in units of the law's μ; 0: none. Where κ > 0, the derivatives of laws with a volume
  // term λ/2 C² (C = det F − target) are those of an augmented Lagrangian with a multiplier p per tet [Pa]: k
  // C + s p replaces λ C, with k = λ κ/(λ + κ) ≤ κ and s = λ/(λ + κ).
  double volume_penalty = 0;
};

// A potential's contribution to the blocks.
template <class Real>
class VertexDerivatives {
 public:
  virtual ~VertexDerivatives() = default;
  // Counts the work of a sweep over all groups, whose add() may run in any thread.
  virtual void count_sweep() const = 0;
  // Adds to the blocks of a group's vertices. `blocks` has one entry for each vertex of the schedule, in its
  // order.
  virtual void add(Index group, const Positions<Real>& positions,
                   std::span<VertexBlock<Real>> blocks) const = 0;
  // p ← s (p + κ C) in each tet with a multiplier. The only fixed point is p = λ C, the law's own pressure.
  virtual void update_multipliers(const Positions<Real>&) {}
};

// Whether the law has a volume term that multipliers can replace (VertexForm::volume_penalty).
bool has_volume_multiplier(const Potential<double>& potential);

// The potential must outlive the result.
template <class Real>
std::unique_ptr<VertexDerivatives<Real>> vertex_derivatives(const Potential<Real>& potential,
                                                            const VertexSchedule& schedule,
                                                            const VertexForm& form);

}  // namespace simbench
