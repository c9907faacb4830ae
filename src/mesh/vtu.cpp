#include "mesh/vtu.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/number_text.h"
#include "base/units.h"

namespace simbench {

namespace {

std::string vtk_file(std::string_view type, std::string_view contents) {
  const std::string_view order = std::endian::native == std::endian::little ? "LittleEndian" : "BigEndian";
  return fmt::format(
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"{}\" version=\"1.0\" byte_order=\"{}\">\n{}</VTKFile>\n",
      type, order, contents);
}

constexpr const char* energy_density = "energy_density";

double finite(double value) {
  return std::isfinite(value) ? value : std::numeric_limits<double>::max();
}
int finite(int value) {
  return value;
}

// All numbers in order, `columns` per line.
template <class Matrix>
std::string data_array(std::string_view attributes, const Matrix& values, Index columns) {
  std::string text = fmt::format("<DataArray format=\"ascii\" {}>\n", attributes);
  for (Index i = 0; i < values.size(); ++i) {
    append_number(text, finite(values.reshaped()[i]));
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

// Converts the numbers between each `begin` and the next `end`.
std::string numbers_in_time_unit(std::string_view text, std::string_view begin, char end,
                                 std::string_view unit, double time_unit) {
  std::string result;
  for (std::size_t found; (found = text.find(begin)) != std::string_view::npos;) {
    const std::size_t first = found + begin.size(), last = std::min(text.find(end, first), text.size());
    result += text.substr(0, first);
    for (std::size_t i = first; i < last;) {
      const std::size_t after = std::min(text.find_first_of(" \n", i), last);
      if (const std::optional<double> number = parse_number(text.substr(i, after - i)))
        append_number(result, finite(in_time_unit(*number, unit, time_unit)));
      if (after < last) result += text[after];
      i = after + 1;
    }
    text.remove_prefix(last);
  }
  return result.append(text);
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

std::string vtu_text(const TetMesh& mesh, const Positions<double>& positions,
                     const VectorX<double>& energy_densities, const Positions<double>* minimiser) {
  const VectorX<double> determinants =
      tet_volumes(mesh, positions).cwiseQuotient(tet_volumes(mesh, mesh.rest_positions));
  CellGrid grid = {VtkCell::tetra,
                   positions,
                   mesh.tets,
                   {{"rest_positions", mesh.rest_positions}},
                   {{"det_f", determinants.transpose()}, {energy_density, energy_densities.transpose()}}};
  if (mesh.triangle_count() > 0) {
    grid.type = VtkCell::triangle;
    grid.cells = mesh.triangles;
    const VectorX<double> areas =
        triangle_areas(mesh, positions).cwiseQuotient(triangle_areas(mesh, mesh.rest_positions));
    grid.cell_data = {{"area_ratio", areas.transpose()}};
  }
  if (minimiser) grid.point_data.push_back({"displacement_to_minimiser", *minimiser - positions});
  return vtu_text(grid);
}

std::string pvd_text(const std::vector<SeriesFile>& files) {
  std::string text = "<Collection>\n";
  for (const SeriesFile& file : files) {
    text +=
        fmt::format("<DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", number_text(file.time), file.file);
  }
  return vtk_file("Collection", text + "</Collection>\n");
}

std::string vtk_text_in_time_unit(const std::string& text, double time_unit) {
  const std::string densities =
      numbers_in_time_unit(text, fmt::format("Name=\"{}\">", energy_density), '<', "J/m^3", time_unit);
  return numbers_in_time_unit(densities, "timestep=\"", '"', "s", time_unit);
}

}  // namespace simbench
