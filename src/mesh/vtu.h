// Writes tet meshes and other cells as VTK's unstructured grids (.vtu), and series of them (.pvd), which
// ParaView and meshio read.
#pragma once

#include <string>
#include <vector>

#include "mesh/tet_mesh.h"

namespace simbench {

enum class VtkCell { vertex = 1, line = 3, triangle = 5, tetra = 10, hexahedron = 12 };
struct CellGrid {
  // Cells of the same type.
  struct Cells {
    VtkCell type;
    Eigen::MatrixXi corners;  // one column per cell, in VTK's order
  };
  struct Data {
    std::string name;
    Eigen::MatrixXd values;  // one column per point, or per cell
  };
  Positions<double> points;  // [m]
  std::vector<Cells> cells;
  std::vector<Data> point_data = {}, cell_data = {};
};
// The text of a .vtu file. Numbers read back to the same bits. Readers do not know infinity, so it is written
// as the largest number.
std::string vtu_text(const CellGrid& grid);
// Writes positions, tets, rest positions [m], and for each tet det F and `energy_densities` [J/m³]. A surface
// has triangles instead, and for each its area relative to its area at rest. Particles are cells of one
// vertex, and each of their `springs` (2 × springs, the ends) is a line. If `minimiser` [m] is not null, also
// writes the displacement of each vertex to its position in `minimiser`.
std::string vtu_text(const TetMesh& mesh, const Positions<double>& positions,
                     const VectorX<double>& energy_densities, const Positions<double>* minimiser = nullptr,
                     const Eigen::MatrixXi& springs = Eigen::MatrixXi(2, 0));

struct SeriesFile {
  double time;       // [s], called timestep by ParaView
  std::string file;  // relative to the .pvd
};
std::string pvd_text(const std::vector<SeriesFile>& files);

// Converts one of these texts to a time unit of `time_unit` seconds (base/units.h).
std::string vtk_text_in_time_unit(const std::string& text, double time_unit);

}  // namespace simbench
