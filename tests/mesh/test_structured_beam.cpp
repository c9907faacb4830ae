#include <array>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "mesh/structured_beam.h"

using namespace simbench;

namespace {

BeamShape thesis_beam() {
  BeamShape shape;
  shape.size = {3.2, 0.6, 0.6};
  shape.cells = {32, 6, 6};
  return shape;
}

// The corners of a tet inside its cell, as the digits xyz.
std::set<int> corner_digits(const TetMesh& mesh, Index tet, const Eigen::Vector3i& cell,
                            const Vector3<double>& size) {
  std::set<int> digits;
  for (const int vertex : mesh.tets.col(tet)) {
    const Vector3<double> position =
        mesh.rest_positions.col(vertex).cwiseQuotient(size) - cell.cast<double>();
    int number = 0;
    for (const double coordinate : position) {
      CHECK((std::abs(coordinate) < 1e-9 || std::abs(coordinate - 1) < 1e-9));
      number = 10 * number + (coordinate > 0.5 ? 1 : 0);
    }
    digits.insert(number);
  }
  return digits;
}

}  // namespace

TEST_CASE("The thesis's beam has 1617 vertices and 5760 tets, and fills its box") {
  const TetMesh mesh = structured_beam(thesis_beam());
  CHECK(mesh.vertex_count() == 1617);
  CHECK(mesh.tet_count() == 5760);
  CHECK(mesh.rest_positions.rowwise().minCoeff() == Vector3<double>::Zero());
  CHECK((mesh.rest_positions.rowwise().maxCoeff() - Vector3<double>(3.2, 0.6, 0.6)).norm() < 1e-15);
  const VectorX<double> volumes = tet_volumes(mesh, mesh.rest_positions);
  CHECK(volumes.minCoeff() == Approx(1e-3 / 6));  // corner tets
  CHECK(volumes.maxCoeff() == Approx(1e-3 / 3));  // centre tets
  CHECK(volumes.sum() == Approx(1.152).epsilon(1e-13));
}

TEST_CASE("Vertices run with x slowest and z fastest") {
  BeamShape shape;
  shape.origin = {1, 2, 3};
  shape.size = {4, 1, 6};
  shape.cells = {2, 1, 3};
  const TetMesh mesh = structured_beam(shape);
  REQUIRE(mesh.vertex_count() == 3 * 2 * 4);
  Index number = 0;
  for (int i = 0; i <= 2; ++i) {
    for (int j = 0; j <= 1; ++j) {
      for (int k = 0; k <= 3; ++k) {
        CHECK((mesh.rest_positions.col(number++) - Vector3<double>(1 + 2 * i, 2 + j, 3 + 2 * k)).norm() <
              1e-14);
      }
    }
  }
}

TEST_CASE("Cells run with x slowest, each with its corner tets and centre in the thesis's order") {
  // From the thesis's beam: the corners that are cut off, in order, then the centre.
  const std::array<int, 4> even = {100, 111, 10, 1}, odd = {0, 101, 110, 11};
  const auto neighbours = [](int corner) {
    std::set<int> result = {corner};
    for (const int digit : {1, 10, 100})
      result.insert(corner / digit % 10 == 1 ? corner - digit : corner + digit);
    return result;
  };
  BeamShape shape;
  shape.size = {0.3, 0.2, 0.4};
  shape.cells = {3, 2, 4};
  const TetMesh mesh = structured_beam(shape);
  const Vector3<double> cell_size = shape.size.cwiseQuotient(shape.cells.cast<double>());
  Index tet = 0;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 2; ++j) {
      for (int k = 0; k < 4; ++k) {
        const bool is_even = (i + j + k) % 2 == 0;
        for (const int corner : is_even ? even : odd) {
          CHECK(corner_digits(mesh, tet++, {i, j, k}, cell_size) == neighbours(corner));
        }
        const std::array<int, 4>& others = is_even ? odd : even;
        CHECK(corner_digits(mesh, tet++, {i, j, k}, cell_size) ==
              std::set<int>(others.begin(), others.end()));
      }
    }
  }
  CHECK(tet == mesh.tet_count());
}

TEST_CASE("The six-tet split cuts every cell alike around its diagonal") {
  BeamShape shape;
  shape.size = {0.2, 0.2, 0.1};
  shape.cells = {2, 2, 1};
  shape.split = CellSplit::six;
  const TetMesh mesh = structured_beam(shape);
  REQUIRE(mesh.tet_count() == 24);
  std::set<std::set<int>> first;
  for (Index tet = 0; tet < 24; ++tet) {
    const int cell = static_cast<int>(tet) / 6;
    const std::set<int> digits =
        corner_digits(mesh, tet, {cell / 2, cell % 2, 0}, Vector3<double>::Constant(0.1));
    CHECK(digits.count(0) == 1);
    CHECK(digits.count(111) == 1);
    if (cell == 0) first.insert(digits);
    CHECK(first.count(digits) == 1);
  }
  CHECK(first.size() == 6);
}

TEST_CASE("Tets are positively oriented, fill the box and share their faces in pairs") {
  BeamShape shape;
  shape.split = GENERATE(CellSplit::five, CellSplit::six);
  shape.cells = GENERATE(Eigen::Vector3i(1, 1, 1), Eigen::Vector3i(4, 3, 2), Eigen::Vector3i(3, 3, 5));
  shape.origin = {-1, 5, 0.3};
  shape.size = {2, 0.7, 1.1};
  const TetMesh mesh = structured_beam(shape);
  CHECK(mesh.tet_count() == shape.cells.prod() * (shape.split == CellSplit::five ? 5 : 6));
  const VectorX<double> volumes = tet_volumes(mesh, mesh.rest_positions);
  CHECK(volumes.minCoeff() > 0);
  CHECK(volumes.sum() == Approx(shape.size.prod()).epsilon(1e-12));

  std::map<std::set<int>, int> tets_at_face;
  for (const auto& tet : mesh.tets.colwise()) {
    for (int left_out = 0; left_out < 4; ++left_out) {
      std::set<int> face;
      for (int corner = 0; corner < 4; ++corner) {
        if (corner != left_out) face.insert(tet[corner]);
      }
      REQUIRE(face.size() == 3);
      ++tets_at_face[face];
    }
  }
  int outer = 0;
  for (const auto& [face, count] : tets_at_face) {
    bool on_boundary = false;
    for (int axis = 0; axis < 3; ++axis) {
      for (const double plane : {shape.origin[axis], shape.origin[axis] + shape.size[axis]}) {
        bool all = true;
        for (const int vertex : face) all &= std::abs(mesh.rest_positions(axis, vertex) - plane) < 1e-12;
        on_boundary |= all;
      }
    }
    CHECK(count == (on_boundary ? 1 : 2));
    outer += on_boundary;
  }
  const Eigen::Vector3i& cells = shape.cells;
  CHECK(outer ==
        4 * (cells[0] * cells[1] + cells[1] * cells[2] + cells[2] * cells[0]));  // two per face of a cell
}
