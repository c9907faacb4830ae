// What vertices see of the objective, all others being held: Vertex Block Descent's gradients and 3 × 3 Hessians, of many vertices
// side by side.
//
//   order    │ v₅ v₀ v₉ … │ v₁ v₇ … │ …     level by level: no two vertices of a level share an element
//   groups   │ 0     │ 1  │ 2       │       of at most group_size vertices of one level, whose blocks a thread finds at a time
//   visits   │ (v₅,e₂) (v₅,e₃) (v₀,e₁) … │  of a group, in lanes: a vertex and an element that has it, in ascending order
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "energy/potential.h"

namespace simbench {

template <class Real>
struct VertexBlock {
  Vector3<Real> gradient;  // [N]
  Matrix3<Real> hessian;   // [N/m]
};

// The numbers of the elements that each vertex belongs to, ascending. elements: the vertices of each.
std::vector<std::vector<int>> elements_of_vertices(std::span<const std::span<const int>> elements,
                                                   Index vertex_count);

// The order in which vertices move, cut into levels and groups.
struct VertexSchedule {
  static constexpr int group_size = 64;

  Index vertex_count;            // of the mesh; those that are held do not move
  std::vector<int> vertices;     // that move, level by level, within a level in the order given
  std::vector<int> group_start;  // groups + 1, into vertices
  std::vector<int> level_start;  // levels + 1, into groups

  // Doing the levels one after the other gives the same as moving one vertex after the other in `order`: a vertex comes in the
  // level after the last one that has an earlier vertex which shares an element with it. uses: the elements of each vertex of the mesh.
  VertexSchedule(std::span<const int> order, std::span<const std::vector<int>> uses,
                 std::size_t element_count);
};

// A potential's part of the blocks.
template <class Real>
class VertexDerivatives {
 public:
  virtual ~VertexDerivatives() = default;
  // Adds to the blocks of a group's vertices; `blocks` has one for each vertex of the schedule, in its order.
  virtual void add(Index group, const Positions<Real>& positions,
                   std::span<VertexBlock<Real>> blocks) const = 0;
};

// The potential must outlive the result.
template <class Real>
std::unique_ptr<VertexDerivatives<Real>> vertex_derivatives(const Potential<Real>& potential,
                                                            const VertexSchedule& schedule,
                                                            Definiteness definiteness);

}  // namespace simbench
