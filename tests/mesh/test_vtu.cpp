#include <Eigen/LU>
#include <catch2/catch.hpp>
#include <limits>
#include <sstream>

#include "mesh/structured_beam.h"
#include "mesh/vtu.h"
#include "tests/support/random.h"

using namespace simbench;
using namespace simbench::test;

namespace {

// The tags of an XML text without comments, in order: "Points", "/Points", "DataArray format=…".
std::vector<std::string> tags(const std::string& text) {
  std::vector<std::string> result;
  for (std::size_t begin = text.find('<'); begin != std::string::npos; begin = text.find('<', begin + 1)) {
    result.push_back(text.substr(begin + 1, text.find('>', begin) - begin - 1));
  }
  return result;
}

bool well_formed(const std::string& text) {
  std::vector<std::string> open;
  for (const std::string& tag : tags(text)) {
    if (tag.front() == '?' || tag.back() == '/') continue;
    const std::string name = tag.substr(0, tag.find(' '));
    if (name.front() != '/') {
      open.push_back(name);
    } else if (open.empty() || name.substr(1) != open.back()) {
      return false;
    } else {
      open.pop_back();
    }
  }
  return open.empty();
}

// The numbers of the data array whose tag comes after `marker`.
std::vector<double> numbers_after(const std::string& text, const std::string& marker) {
  const std::size_t begin = text.find('>', text.find(marker) + marker.size()) + 1;
  std::istringstream stream(text.substr(begin, text.find('<', begin) - begin));
  std::vector<double> numbers;
  for (std::string word; stream >> word;) numbers.push_back(std::stod(word));
  return numbers;
}

}  // namespace

TEST_CASE("A .vtu text reads back to the same mesh, bit for bit") {
  BeamShape shape;
  shape.cells = {2, 1, 3};
  const TetMesh mesh = structured_beam(shape);
  Matrix3<double> F = Random(1).matrix3();
  if (F.determinant() > 0) F.col(0) = -F.col(0);
  const Positions<double> positions = F * mesh.rest_positions;
  const VectorX<double> densities = VectorX<double>::LinSpaced(30, 0, 0.1);
  const Positions<double> minimiser = 1.5 * mesh.rest_positions;
  const std::string text = vtu_text(mesh, positions, densities, &minimiser);
  CHECK(well_formed(text));
  CHECK(text.find("NumberOfPoints=\"24\" NumberOfCells=\"30\"") != std::string::npos);

  const std::vector<double> points = numbers_after(text, "<Points>\n<DataArray");
  REQUIRE(points.size() == 72);
  CHECK(Eigen::Map<const Positions<double>>(points.data(), 3, 24) == positions);
  const std::vector<double> rest = numbers_after(text, "Name=\"rest_positions\"");
  REQUIRE(rest.size() == 72);
  CHECK(Eigen::Map<const Positions<double>>(rest.data(), 3, 24) == mesh.rest_positions);
  const std::vector<double> connectivity = numbers_after(text, "Name=\"connectivity\"");
  REQUIRE(connectivity.size() == 120);
  CHECK(Eigen::Map<const Eigen::MatrixXd>(connectivity.data(), 4, 30) == mesh.tets.cast<double>());
  const std::vector<double> offsets = numbers_after(text, "Name=\"offsets\"");
  REQUIRE(offsets.size() == 30);
  for (std::size_t i = 0; i < 30; ++i) CHECK(offsets[i] == static_cast<double>(4 * (i + 1)));
  CHECK(numbers_after(text, "Name=\"types\"") == std::vector<double>(30, 10));  // VTK_TETRA
  const std::vector<double> determinants = numbers_after(text, "Name=\"det_f\"");
  REQUIRE(determinants.size() == 30);
  for (const double determinant : determinants) CHECK(determinant == Approx(F.determinant()).epsilon(1e-12));
  const std::vector<double> energies = numbers_after(text, "Name=\"energy_density\"");
  CHECK(Eigen::Map<const VectorX<double>>(energies.data(), 30) == densities);
  const std::vector<double> displacements = numbers_after(text, "Name=\"displacement_to_minimiser\"");
  REQUIRE(displacements.size() == 72);
  CHECK(Eigen::Map<const Positions<double>>(displacements.data(), 3, 24) == minimiser - positions);
}

TEST_CASE("A mesh of one tet is written too") {
  const TetMesh mesh{Positions<double>{{0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}},
                     Eigen::Vector4i(0, 1, 2, 3)};
  const VectorX<double> infinite{{std::numeric_limits<double>::infinity()}};
  const std::string text = vtu_text(mesh, mesh.rest_positions, infinite);
  CHECK(numbers_after(text, "Name=\"offsets\"") == std::vector<double>{4});
  CHECK(numbers_after(text, "Name=\"det_f\"") == std::vector<double>{1});
  // Readers do not know infinity.
  CHECK(numbers_after(text, "Name=\"energy_density\"") ==
        std::vector<double>{std::numeric_limits<double>::max()});
  CHECK(text.find("displacement_to_minimiser") == std::string::npos);

  const std::string scaled =
      vtk_text_in_time_unit(vtu_text(mesh, mesh.rest_positions, VectorX<double>{{3.0}}), 0.5);
  CHECK(scaled == vtu_text(mesh, mesh.rest_positions, VectorX<double>{{0.75}}));
}

TEST_CASE("Particles are cells of a vertex, and their springs are lines") {
  TetMesh mesh;
  mesh.rest_positions = Positions<double>::Identity(3, 3);
  Eigen::MatrixXi springs(2, 2);
  springs << 0, 2, 1, 1;
  const std::string text = vtu_text(mesh, 2 * mesh.rest_positions, {}, nullptr, springs);
  CHECK(well_formed(text));
  CHECK(text.find("NumberOfPoints=\"3\" NumberOfCells=\"5\"") != std::string::npos);
  CHECK(numbers_after(text, "Name=\"connectivity\"") == std::vector<double>{0, 1, 2, 0, 1, 2, 1});
  CHECK(numbers_after(text, "Name=\"offsets\"") == std::vector<double>{1, 2, 3, 5, 7});
  CHECK(numbers_after(text, "Name=\"types\"") == std::vector<double>{1, 1, 1, 3, 3});
  CHECK(text.find("det_f") == std::string::npos);
}

TEST_CASE("A .pvd text names its files in order") {
  const std::string text = pvd_text({{0, "a.vtu"}, {0.5, "b.vtu"}});
  CHECK(well_formed(text));
  CHECK(text.find("timestep=\"0\" part=\"0\" file=\"a.vtu\"") <
        text.find("timestep=\"0.5\" part=\"0\" file=\"b.vtu\""));
  CHECK(text.find("file=\"b.vtu\"") != std::string::npos);
  CHECK(well_formed(pvd_text({})));
  CHECK(vtk_text_in_time_unit(text, 0.25) == pvd_text({{0, "a.vtu"}, {2, "b.vtu"}}));
}
