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

// Appends all numbers in order, `columns` per line.
template <class Matrix>
void append_numbers(std::string& text, const Matrix& values, Index columns) {
  for (Index i = 0; i < values.size(); ++i) {
    append_number(text, finite(values.reshaped()[i]));
    text += (i + 1) % columns == 0 ? '\n' : ' ';
  }
}

std::string array_text(std::string_view attributes, std::string_view numbers) {
  return fmt::format("<DataArray format=\"ascii\" {}>\n{}</DataArray>\n", attributes, numbers);
}

template <class Matrix>
std::string data_array(std::string_view attributes, const Matrix& values, Index columns) {
  std::string numbers;
  append_numbers(numbers, values, columns);
  return array_text(attributes, numbers);
}

Index cell_count(const CellGrid& grid) {
  Index count = 0;
  for (const CellGrid::Cells& cells : grid.cells) count += cells.corners.cols();
  return count;
}

std::string cells_text(const CellGrid& grid) {
  std::string connectivity;
  Eigen::VectorXi offsets(cell_count(grid)), types(offsets.size());
  Index cell = 0;
  int end = 0;
  for (const auto& [type, corners] : grid.cells) {
    append_numbers(connectivity, corners, corners.rows());
    for (Index i = 0; i < corners.cols(); ++i, ++cell) {
      offsets[cell] = end += static_cast<int>(corners.rows());
      types[cell] = static_cast<int>(type);
    }
  }
  return "<Cells>\n" + array_text("type=\"Int32\" Name=\"connectivity\"", connectivity) +
         data_array("type=\"Int32\" Name=\"offsets\"", offsets, 16) +
         data_array("type=\"UInt8\" Name=\"types\"", types, 32) + "</Cells>\n";
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
  std::string text = fmt::format("<UnstructuredGrid>\n<Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\">\n",
                                 grid.points.cols(), cell_count(grid));
  text += "<Points>\n" + data_array("type=\"Float64\" NumberOfComponents=\"3\"", grid.points, 3) +
          "</Points>\n<PointData>\n";
  text += data_arrays(grid.point_data, 4) + "</PointData>\n" + cells_text(grid) + "<CellData>\n";
  text += data_arrays(grid.cell_data, 4);
  return vtk_file("UnstructuredGrid", text + "</CellData>\n</Piece>\n</UnstructuredGrid>\n");
}

std::string vtu_text(const TetMesh& mesh, const Positions<double>& positions,
                     const VectorX<double>& energy_densities, const Positions<double>* minimiser,
                     const Eigen::MatrixXi& springs) {
  CellGrid grid = {positions, {}, {{"rest_positions", mesh.rest_positions}}};
  if (mesh.triangle_count() > 0) {
    const VectorX<double> areas =
        triangle_areas(mesh, positions).cwiseQuotient(triangle_areas(mesh, mesh.rest_positions));
    grid.cells = {{VtkCell::triangle, mesh.triangles}};
    grid.cell_data = {{"area_ratio", areas.transpose()}};
  } else if (mesh.tet_count() > 0) {
    const VectorX<double> determinants =
        tet_volumes(mesh, positions).cwiseQuotient(tet_volumes(mesh, mesh.rest_positions));
    grid.cells = {{VtkCell::tetra, mesh.tets}};
    grid.cell_data = {{"det_f", determinants.transpose()}, {energy_density, energy_densities.transpose()}};
  } else {
    const auto count = static_cast<int>(positions.cols());
    grid.cells = {{VtkCell::vertex, Eigen::RowVectorXi::LinSpaced(count, 0, count - 1)},
                  {VtkCell::line, springs}};
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
