// Tet meshes and other cells as VTK's unstructured grids (.vtu), and series of them (.pvd), as ParaView and meshio read them.
#pragma once

#include <string>
#include <vector>

#include "mesh/tet_mesh.h"

namespace simbench {

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
// The text of a .vtu file. Numbers read back to the same bits; infinity, which readers do not know, is the largest number.
std::string vtu_text(const CellGrid& grid);
// Positions and tets with rest positions [m] and det F of each tet, and `energy_densities` of each tet [J/m³]; with `minimiser` [m],
// unless null, also how far each vertex is from there.
std::string vtu_text(const TetMesh& mesh, const Positions<double>& positions,
                     const VectorX<double>& energy_densities, const Positions<double>* minimiser = nullptr);

struct SeriesFile {
  double time;       // [s], what ParaView calls timestep
  std::string file;  // relative to the .pvd
};
std::string pvd_text(const std::vector<SeriesFile>& files);

// What one of these texts is where time is measured in units of `time_unit` seconds (base/units.h).
std::string vtk_text_in_time_unit(const std::string& text, double time_unit);

}  // namespace simbench
