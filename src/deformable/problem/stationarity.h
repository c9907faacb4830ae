// Judges an iterate by its gradient alone, without the solver that found it: a solver that can no longer move
// has not found a minimum unless its gradient is small.
#pragma once

#include "deformable/problem/incremental_potential.h"

namespace simbench {

// Whether the decrease ½ ∇fᵀD⁻¹∇f, which a step along −D⁻¹∇f promises, is below 1e-10 |f − f(rest)| (in
// single precision: 1e-4), or below what rounding of the positions alone can make of it. D is the diagonal of
// S, so the decrease does not depend on units, and a large mass or a stiff anchor at one vertex does not hide
// the gradient of the others. The exact second derivative in place of D would hide a gradient beside a kink
// of f, where it is huge. `gradient`: ∂f/∂q at `positions` [N]. False if a number is not finite.
template <class Real>
bool is_stationary(const IncrementalPotential<Real>& problem, const Positions<Real>& positions,
                   const Positions<Real>& gradient, Real objective);

}  // namespace simbench
