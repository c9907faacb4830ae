// Finds the cavities of a surface: its components that are oriented inwards.
#pragma once

#include <vector>

#include "mesh/surface.h"

namespace simbench {

// Returns a point inside of each cavity, away from the surface. (A component that is inside out and lies in
// no other component is also treated as a cavity. The caller detects this by the volume of the mesh.)
std::vector<Vector3<double>> points_in_cavities(const TriangleSurface& surface);

}  // namespace simbench
