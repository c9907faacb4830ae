// Reads Geomview's .off for surface.cpp.
#pragma once

#include "mesh/surface.h"

namespace simbench {

// The contents of a file: vertices and triangles in its order, with indices in range. Polygons are cut into
// fans. Messages call the file `name`. Throws Error(ExitCode::mesh).
TriangleSurface parse_off(std::string_view contents, const std::string& name);

}  // namespace simbench
