// The files of a snapshot of rigid bodies.
#pragma once

#include <string>

#include "rigid/problem/system.h"

namespace simbench::rigid {

// One row per body except the world: name, position [m], orientation (w, x, y, z). Numbers read back to the
// same bits.
std::string poses_csv(const System& system, const Poses& poses);

bool has_boxes(const System& system);
// A .vtu file with a hexahedron per box. Its fields are the mass [kg] and the error of the box's joints and
// contacts [m] (the 2-norm of their rows that are lengths).
std::string boxes_vtu(const System& system, const Constraints& constraints, const Poses& poses);

}  // namespace simbench::rigid
