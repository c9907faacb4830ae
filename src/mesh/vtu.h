// Tet meshes as VTK's unstructured grids (.vtu), and series of them (.pvd), as ParaView and meshio read them.
#pragma once

#include <string>
#include <vector>

#include "mesh/tet_mesh.h"

namespace simbench {

// The text of a .vtu file: positions and rest positions [m], tets, and for each tet det F. Numbers read back to the same bits.
std::string vtu_text(const TetMesh& mesh, const Positions<double>& positions);

struct SeriesFile {
  double time;       // what ParaView calls timestep; here a running number
  std::string file;  // relative to the .pvd
};
std::string pvd_text(const std::vector<SeriesFile>& files);

}  // namespace simbench
