// The structured beam: a box of cubic (or brick) cells, each split into five or six tets.
#pragma once

#include "mesh/tet_mesh.h"

namespace simbench {

enum class CellSplit {
  five,  // alternating five-tet split: four corner tets, then the centre tet, mirrored from cell to cell
  six,   // six tets around the diagonal (000)–(111) of each cell (Freudenthal 1942), the same in all cells
};

struct BeamShape {
  Vector3<double> origin = Vector3<double>::Zero();  // lowest corner [m]
  Vector3<double> size = Vector3<double>::Ones();    // [m]
  Eigen::Vector3i cells = Eigen::Vector3i::Ones();
  CellSplit split = CellSplit::five;
};

// Vertices and cells have the order of the thesis, which matters for Gauss–Seidel: x slowest, z fastest,
// ascending.
TetMesh structured_beam(const BeamShape& shape);

}  // namespace simbench
