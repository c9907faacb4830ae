// The velocities of contacts after a step (Waterson 2026, Sec. 5.4, corrected). A contact that was pushed
// (Λ_n > 0), or that has closed in the step, leaves with J v = −e v_n⁻, where v_n⁻ is the normal velocity of
// the prediction. If |v_n⁻| is at most 2 |g| h, the speed that gravity gives in two steps, it leaves with J v
// = 0. Of several contacts that share a load, as the four corners of a box do, a solver may push only some:
// which ones is decided by rounding. All of them bounce, because all of them have closed.
#pragma once

#include "rigid/problem/step_problem.h"

namespace simbench::rigid {

// Sweeps of Gauss–Seidel over the contacts until velocities converge, a single sweep, or no pass at all: then
// velocities are those that follow from the poses, as in published code without restitution.
enum class RestitutionPass { converged, single, none };

// Each impulse j is clamped so that the total impulse Λ_n/h + j of the contact is not negative. So impulses
// remove the velocity that resolving a penetration has caused, but contacts do not stick. `multipliers` has
// all rows, at the end of the step.
void apply_restitution(const System& system, const StepProblem& problem, const VectorX<double>& multipliers,
                       State& state, RestitutionPass pass = RestitutionPass::converged);

}  // namespace simbench::rigid
