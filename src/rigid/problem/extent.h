// The size of a system.
#pragma once

#include "rigid/problem/system.h"

namespace simbench::rigid {

// The diagonal of the box around all moving bodies and all points of constraints at the start of the scene,
// or the largest length or offset of a constraint if that is longer [m].
double extent(const World& world);

}  // namespace simbench::rigid
