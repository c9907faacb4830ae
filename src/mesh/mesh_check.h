// Checks whether simbench can compute with a mesh.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "mesh/tet_mesh.h"

namespace simbench {

// Checks a mesh. Throws Error(ExitCode::mesh), which names the first offender, unless all of these hold:
// - there is a tet, all indices are in range, and all positions are finite;
// - all volumes have the same sign and are larger than rounding errors of the positions (if all are negative,
//   the file orders corners the other way, and all tets are turned);
// - tets meet in faces: a face belongs to at most two tets, which lie on opposite sides of it.
// Removes vertices that no tet uses. Adds a sentence to `notes` for each kind of change. Messages number tets
// and vertices from 0 in the file's order.
void check_and_orient(TetMesh& mesh, std::vector<std::string>& notes, const std::string& name);

// Removes the vertices that are no corner of any element, and renumbers the corners. Returns the number of
// removed vertices.
Index remove_unused_vertices(Positions<double>& positions, std::span<int> corners);

}  // namespace simbench
