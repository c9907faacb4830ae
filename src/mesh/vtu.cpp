#include "mesh/vtu.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <limits>

#include "base/number_text.h"

namespace simbench {

namespace {

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

std::string data_arrays(const std::vector<CellGrid::Data>& all, Index columns_of_scalars) {
  std::string text;
  for (const CellGrid::Data& data : all) {
    const Index rows = data.values.rows();
    const std::string components = rows > 1 ? fmt::format(" NumberOfComponents=\"{}\"", rows) : "";
    text += data_array(fmt::format("type=\"Float64\" Name=\"{}\"{}", data.name, components), data.values,
                       rows > 1 ? rows : columns_of_scalars);
  }
  return text;
}

}  // namespace

std::string vtu_text(const CellGrid& grid) {
  const Index count = grid.cells.cols();
  const int corners = static_cast<int>(grid.cells.rows());
  const Eigen::VectorXi offsets =
      Eigen::VectorXi::LinSpaced(count, corners, corners * static_cast<int>(count));
  const Eigen::VectorXi types = Eigen::VectorXi::Constant(count, static_cast<int>(grid.type));
  std::string text = fmt::format("<UnstructuredGrid>\n<Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\">\n",
                                 grid.points.cols(), count);
  text += "<Points>\n" + data_array("type=\"Float64\" NumberOfComponents=\"3\"", grid.points, 3) +
          "</Points>\n<PointData>\n";
  text += data_arrays(grid.point_data, 4) + "</PointData>\n<Cells>\n";
  text += data_array("type=\"Int32\" Name=\"connectivity\"", grid.cells, corners);
  text += data_array("type=\"Int32\" Name=\"offsets\"", offsets, 16);
  text += data_array("type=\"UInt8\" Name=\"types\"", types, 32) + "</Cells>\n<CellData>\n";
  text += data_arrays(grid.cell_data, 4);
  return vtk_file("UnstructuredGrid", text + "</CellData>\n</Piece>\n</UnstructuredGrid>\n");
}

std::string vtu_text(const TetMesh& mesh, const Positions<double>& positions) {
  // Readers of .vtu know no infinity.
  const VectorX<double> determinants =
      tet_volumes(mesh, positions)
          .cwiseQuotient(tet_volumes(mesh, mesh.rest_positions))
          .unaryExpr(
              [](double det) { return std::isfinite(det) ? det : std::numeric_limits<double>::max(); });
  return vtu_text({VtkCell::tetra,
                   positions,
                   mesh.tets,
                   {{"rest_positions", mesh.rest_positions}},
                   {{"det_f", determinants.transpose()}}});
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
