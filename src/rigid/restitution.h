// The velocities of contacts after a step (Waterson 2026, Sec. 5.4 put right): a contact that was pushed (Λ_n > 0) leaves with J v = −e v_n⁻, v_n⁻ the
// normal velocity of the prediction, or with J v = 0 where that is slower than 2 |g| h, the speed that gravity gives in two steps.
#pragma once

#include "rigid/step_problem.h"

namespace simbench::rigid {

// Gauss–Seidel over the contacts until velocities stay, each impulse clamped so that the contact's whole impulse Λ_n/h + j is not negative:
// velocity that came from pushing out a penetration is taken back, and nothing is glued. `multipliers` are those of all rows at the step's end.
void apply_restitution(const System& system, const Prediction& prediction, const VectorX<double>& multipliers,
                       State& state);

}  // namespace simbench::rigid
