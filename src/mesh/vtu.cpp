#include "mesh/vtu.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <limits>

#include "base/number_text.h"

namespace simbench {

namespace {

constexpr int vtk_tetra = 10;  // a linear tet among VTK's cell types

std::string vtk_file(std::string_view type, std::string_view contents) {
  const std::string_view order = std::endian::native == std::endian::little ? "LittleEndian" : "BigEndian";
  return fmt::format(
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"{}\" version=\"1.0\" byte_order=\"{}\">\n{}</VTKFile>\n",
      type, order, contents);
}

// One number after the other, `columns` a line.
template <class Matrix>
std::string data_array(std::string_view attributes, const Matrix& values, Index columns) {
  std::string text = fmt::format("<DataArray format=\"ascii\" {}>\n", attributes);
  for (Index i = 0; i < values.size(); ++i) {
    append_number(text, values.reshaped()[i]);
    text += (i + 1) % columns == 0 ? '\n' : ' ';
  }
  return text + "</DataArray>\n";
}

}  // namespace

std::string vtu_text(const TetMesh& mesh, const Positions<double>& positions) {
  const Index tets = mesh.tet_count();
  // Readers of .vtu know no infinity.
  const VectorX<double> determinants =
      tet_volumes(mesh, positions)
          .cwiseQuotient(tet_volumes(mesh, mesh.rest_positions))
          .unaryExpr(
              [](double det) { return std::isfinite(det) ? det : std::numeric_limits<double>::max(); });
  const Eigen::VectorXi offsets = Eigen::VectorXi::LinSpaced(tets, 4, 4 * static_cast<int>(tets));
  const Eigen::VectorXi types = Eigen::VectorXi::Constant(tets, vtk_tetra);
  std::string text = fmt::format("<UnstructuredGrid>\n<Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\">\n",
                                 positions.cols(), tets);
  text += "<Points>\n" + data_array("type=\"Float64\" NumberOfComponents=\"3\"", positions, 3) +
          "</Points>\n<PointData>\n";
  text += data_array("type=\"Float64\" Name=\"rest_positions\" NumberOfComponents=\"3\"", mesh.rest_positions,
                     3) +
          "</PointData>\n<Cells>\n";
  text += data_array("type=\"Int32\" Name=\"connectivity\"", mesh.tets, 4);
  text += data_array("type=\"Int32\" Name=\"offsets\"", offsets, 16);
  text += data_array("type=\"UInt8\" Name=\"types\"", types, 32) + "</Cells>\n<CellData>\n";
  text += data_array("type=\"Float64\" Name=\"det_f\"", determinants, 4);
  return vtk_file("UnstructuredGrid", text + "</CellData>\n</Piece>\n</UnstructuredGrid>\n");
}

std::string pvd_text(const std::vector<SeriesFile>& files) {
  std::string text = "<Collection>\n";
  for (const SeriesFile& file : files) {
    text +=
        fmt::format("<DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", number_text(file.time), file.file);
  }
  return vtk_file("Collection", text + "</Collection>\n");
}

}  // namespace simbench
