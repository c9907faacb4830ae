// Energies of elements as functions of their reduced coordinates z instead of positions, for solvers that
// split them from the positions.
#pragma once

#include "deformable/energy/potential.h"

namespace simbench {

// Σ_j ψ_j(z_j) [J]; z is elements × reduced_size.
template <class Real>
Real energy_at(const Potential<Real>& potential, const Reduced<Real>& z);

// result_j ← ∂ψ_j/∂z_j at z_j [J]; result is elements × reduced_size.
template <class Real>
void gradient_at(const Potential<Real>& potential, const Reduced<Real>& z, Reduced<Real>& result);

}  // namespace simbench
