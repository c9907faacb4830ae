// The size of a system.
#pragma once

#include "rigid/problem/step_problem.h"

namespace simbench::rigid {

// The diagonal of the box around all moving bodies and all points of constraints at the start of the scene,
// or the largest length or offset of a constraint if that is longer [m].
double extent(const World& world);

// A power of two that is at most, and more than half of, the largest distance in a step between a body's
// centre and a point that a constraint uses, or between the centres of bodies of one constraint; 1 if all of
// them are zero [m]. Small lengths of algorithms are multiples of it, so that results do not depend on the
// unit of length.
double length_unit(const StepProblem& problem);

}  // namespace simbench::rigid
