// The energy m ψ(D) of a pair for κ = 1 and its derivatives, from those of the law ψ, of the squared distance
// D and of the mollifier m.
#pragma once

#include "deformable/contact/contact_pair.h"
#include "deformable/contact/laws/law_of_distance.h"
#include "deformable/energy/forms.h"

namespace simbench {

// Adds the gradient by the pair's corners x, and returns the energy.
double add_gradient_of_pair(const ContactPair& pair, const FourPoints& x, const ClosestPoints& closest,
                            const DistanceEnergy& psi, Vector12& gradient);

Matrix12 hessian_of_pair(const ContactPair& pair, const FourPoints& x, const ClosestPoints& closest,
                         const DistanceEnergy& psi);

// Sets negative eigenvalues of that Hessian to zero, or replaces eigenvalues by their absolute values.
void make_definite(Definiteness definiteness, const ContactPair& pair, const FourPoints& x,
                   const ClosestPoints& closest, Matrix12& H);

}  // namespace simbench
