// Gauss–Newton in the stretches: the system that mixed finite elements (Trusty et al. 2022) leave after they
// eliminate their stretches and multipliers. With the symmetric S(F) of F = R S and Ψ = k/2 ‖S − I‖², each
// tet contributes
//
//   k V (∂S/∂x)ᵀ (∂S/∂x)
//
// to the Hessian, which is never negative. For Ψ quadratic in S, neither this matrix nor the right-hand side
// depends on the eliminated stretches.
#pragma once

#include "deformable/energy/potential.h"

namespace simbench {

// Whether the elements are tets with a law that is not quadratic in S.
template <class Real>
bool has_other_stretches(const Potential<Real>& potential);

// Adds that matrix. Returns false, and adds nothing, if the elements are no tets with the strain law.
template <class Real>
bool add_stretch_hessian(const Potential<Real>& potential, const Positions<Real>& positions,
                         BlockMatrix<Real>& hessian);

}  // namespace simbench
