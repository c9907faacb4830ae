// Geomview's .off, for surface.cpp.
#pragma once

#include "mesh/surface.h"

namespace simbench {

// What a file says: vertices and triangles in its order, in range; polygons are cut into fans. `name` is for messages.
// Error(ExitCode::mesh).
TriangleSurface parse_off(std::string_view contents, const std::string& name);

}  // namespace simbench
