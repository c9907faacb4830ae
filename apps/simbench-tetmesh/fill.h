// Calls TetGen with a surface.
#pragma once

#include "mesh/surface.h"
#include "mesh/tetgen.h"

namespace simbench {

// Fills the inside of the surface with tets. Throws Error (mesh) with TetGen's reason, and std::bad_alloc.
// TetGen prints its progress, and may crash or never return.
TetMesh fill(const TriangleSurface& surface, const TetGenSettings& settings);

}  // namespace simbench
