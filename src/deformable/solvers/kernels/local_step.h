// The local step of ADMM (Overby et al. 2017, Alg. 1; Ledwon 2024, Sec. 3.7): the proximal map of every
// element, and the update of its dual variable.
#pragma once

#include "deformable/energy/potential.h"
#include "deformable/energy/prox.h"

namespace simbench {

// Whether the potential has a proximal map: a closed form, or one of a law of stretches (prox.h).
bool has_prox(const Potential<double>& potential);

// z_j ← argmin_z ψ_j(z) + w_j²/2 ‖z − y_j − ū_j‖², found by `search` if there is no closed form (prox.h);
// ū_j += y_j − z_j. Adds Σ_j w_j² D_jᵀ (z_j − ū_j + b_j) to `right_hand_side`. z and ū are elements ×
// reduced_size. The potential must have a prox.
template <class Real>
void local_step(const Potential<Real>& potential, const VectorX<Real>& squared_weights,
                const ProxSearch& search, const Positions<Real>& positions, Reduced<Real>& z,
                Reduced<Real>& u, Positions<Real>& right_hand_side);

}  // namespace simbench
