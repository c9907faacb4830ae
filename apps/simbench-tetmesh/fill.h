// TetGen, called with one of our surfaces.
#pragma once

#include "mesh/surface.h"
#include "mesh/tetgen.h"

namespace simbench {

// The inside of the surface as tets. Error: mesh with TetGen's reason, resources if memory runs out. TetGen prints what it does,
// and may crash or never end.
TetMesh fill(const TriangleSurface& surface, const TetGenSettings& settings);

}  // namespace simbench
