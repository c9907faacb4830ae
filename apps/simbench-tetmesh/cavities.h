// The cavities of a surface: its components that are oriented inwards, as seen from themselves.
#pragma once

#include <vector>

#include "mesh/surface.h"

namespace simbench {

// A point in each cavity, off the surface. (A component that is turned inside out and lies in no other one is a cavity, too,
// to this function: the caller notices by the volume of what it gets.)
std::vector<Vector3<double>> points_in_cavities(const TriangleSurface& surface);

}  // namespace simbench
