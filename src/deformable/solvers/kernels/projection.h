// The local step of Projective Dynamics (Bouaziz et al. 2014, Sec. 3): p_j, the point of an element's
// manifold closest to the element's reduced coordinates.
#pragma once

#include "deformable/energy/potential.h"

namespace simbench {

// Whether the potential is Σ_j k_j/2 ‖y_j − p(y_j)‖².
template <class Real>
bool can_project(const Potential<Real>& potential);

// Adds Σ_j k_j D_jᵀ (p_j + b_j), where k_j are the stiffnesses. can_project() must be true for the potential.
template <class Real>
void add_projections(const Potential<Real>& potential, const Positions<Real>& positions,
                     Positions<Real>& result);

}  // namespace simbench
