// How large a system is.
#pragma once

#include "rigid/system.h"

namespace simbench::rigid {

// The diagonal of the box around all bodies that move and all points that constraints join, where the scene begins, or the largest distance
// or offset that a constraint asks for, if that is longer [m].
double extent(const World& world);

}  // namespace simbench::rigid
