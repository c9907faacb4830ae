// Is this a mesh that simbench can compute with?
#pragma once

#include <span>
#include <string>
#include <vector>

#include "mesh/tet_mesh.h"

namespace simbench {

// Error(ExitCode::mesh), naming the first offender, unless
// - there is a tet, all indices are in range and all positions finite;
// - all volumes have one sign and are more than rounding of the positions could make; if all are negative, the file numbers
//   corners the other way: all tets are turned;
// - tets meet in faces: none belongs to more than two, and two lie on either side of it.
// Vertices that no tet uses are left out. Whatever was changed is noted, a sentence each. Tets and vertices are numbered from
// 0 in messages, in the file's order.
void check_and_orient(TetMesh& mesh, std::vector<std::string>& notes, const std::string& name);

// Leaves out the vertices that are no corner of anything and renumbers the corners. Returns how many there were.
Index leave_out_unused_vertices(Positions<double>& positions, std::span<int> corners);

}  // namespace simbench
