// Gradients and 3 × 3 Hessians of the objective with respect to single vertices, for Vertex Block Descent.
// Several visits, pairs of a vertex and an element with it, are computed side by side.
//
//   visits of a group      │ (v₅,e₂) (v₀,e₁) (v₉,e₄) … │   the first element of each vertex,
//   (vertex_schedule.h)    │ (v₅,e₃) (v₀,e₇) …         │   then the second one of each vertex, …
#pragma once

#include <array>
#include <memory>

#include "deformable/energy/potential.h"
#include "deformable/solvers/kernels/vertex_schedule.h"

namespace simbench {

// The blocks of a group's vertices, one row for each number of a block. Loads of lanes are aligned.
//
//   gradient [N]              x │ v₅ v₀ v₉ … │
//                             y │ v₅ v₀ v₉ … │   and z
//   Hessian [N/m], its       xx │ v₅ v₀ v₉ … │
//   lower triangle           yx │ v₅ v₀ v₉ … │   and zx, yy, zy, zz
template <class Real>
struct VertexBlocks {
  static constexpr int numbers = 9;
  alignas(64) std::array<std::array<Real, VertexSchedule::group_size>, numbers> rows;
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

  bool operator==(const VertexForm&) const = default;
};

// A potential's contribution to the blocks.
template <class Real>
class VertexDerivatives {
 public:
  virtual ~VertexDerivatives() = default;
  // Counts the work of a sweep over all groups, whose add() may run in any thread.
  virtual void count_sweep() const = 0;
  // Adds to the blocks of a group. The contributions to a vertex are added
  // in the order of its elements.
  virtual void add(Index group, const Positions<Real>& positions, VertexBlocks<Real>& blocks) const = 0;
  // p ← s (p + κ C) in each tet with a multiplier. The only fixed point is p = λ C, the law's own pressure.
  virtual void update_multipliers(const Positions<Real>&) {}
  // p ← 0.
  virtual void drop_multipliers() {}
};

// Whether the law has a volume term that multipliers can replace (VertexForm::volume_penalty).
bool has_volume_multiplier(const Potential<double>& potential);

// The potential must outlive the result.
template <class Real>
std::unique_ptr<VertexDerivatives<Real>> vertex_derivatives(const Potential<Real>& potential,
                                                            const VertexSchedule& schedule,
                                                            const VertexForm& form);

}  // namespace simbench
