// Tet meshes and other cells as VTK's unstructured grids (.vtu), and series of them (.pvd), as ParaView and meshio read them.
#pragma once

#include <string>
#include <vector>

#include "mesh/tet_mesh.h"

namespace simbench {

// The text of a .vtu file: positions and rest positions [m], tets, and for each tet det F. Numbers read back to the same bits.
std::string vtu_text(const TetMesh& mesh, const Positions<double>& positions);

// Cells of one type.
enum class VtkCell { tetra = 10, hexahedron = 12 };
struct CellGrid {
  struct Data {
    std::string name;
    Eigen::MatrixXd values;  // a column for each point, or for each cell
  };
  VtkCell type;
  Positions<double> points;  // [m]
  Eigen::MatrixXi cells;     // the corners of one in each column, in VTK's order
  std::vector<Data> point_data = {}, cell_data = {};
};
std::string vtu_text(const CellGrid& grid);

struct SeriesFile {
  double time;       // what ParaView calls timestep; here a running number
  std::string file;  // relative to the .pvd
};
std::string pvd_text(const std::vector<SeriesFile>& files);

}  // namespace simbench
