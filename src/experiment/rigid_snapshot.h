// What a snapshot of rigid bodies holds.
#pragma once

#include <string>

#include "rigid/system.h"

namespace simbench::rigid {

// A row for each body but the world: name, position [m], orientation (w, x, y, z). Numbers read back to the same bits.
std::string poses_csv(const System& system, const Poses<double>& poses);

bool has_boxes(const System& system);
// Boxes as the hexahedra of a .vtu file; of each its mass [kg], and how far its joints are open (2-norm of their rows, those that are lengths).
std::string boxes_vtu(const System& system, const Poses<double>& poses);

}  // namespace simbench::rigid
