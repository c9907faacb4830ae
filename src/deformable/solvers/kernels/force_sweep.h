// Generalized PBD's Gauss–Seidel sweep over the forces of a potential (Chaudhary, Pokhariya and Narain 2025).
#pragma once

#include <memory>
#include <span>

#include "deformable/energy/potential.h"

namespace simbench {

// The positions are q̃ plus a displacement d_j = −h² M⁻¹ ∂ψ_j/∂q of each element. A sweep finds the
// displacements of the elements one after the other, with those of all others held: d_j is the minimum of
// ½ ‖d‖²_{M/h²} + ψ_j(q − d_j + d). The first sweep starts with displacements of zero.
template <class Real>
class ForceSweep {
 public:
  virtual ~ForceSweep() = default;
  virtual void run(Positions<Real>& positions) = 0;
};

// Makes a sweep over the elements in the given order. `inverse_inertia` is h²/m of each vertex [s²/kg], 0 if
// the vertex is held. Each minimum is sought by `newton_steps` Newton steps with clamped Hessians, which are
// halved until they lower their objective. The potential must outlive the sweep.
template <class Real>
std::unique_ptr<ForceSweep<Real>> force_sweep(const Potential<Real>& potential, std::span<const int> order,
                                              const VectorX<Real>& inverse_inertia, int newton_steps);

}  // namespace simbench
