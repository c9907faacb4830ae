#include <Eigen/LU>
#include <catch2/catch.hpp>

#include "math/parallel.h"
#include "mesh/structured_beam.h"
#include "mesh/tet_mesh.h"
#include "tests/support/random.h"

using namespace simbench;
using namespace simbench::test;

namespace {

TetMesh tet_of_edges_2_3_4() {
  return {Positions<double>{{0, 2, 0, 0}, {0, 0, 3, 0}, {0, 0, 0, 4}}, Eigen::Vector4i(0, 1, 2, 3)};
}

}  // namespace

TEST_CASE("Volumes have a sign, equal those of geometry, and scale with the determinant") {
  const TetMesh mesh = tet_of_edges_2_3_4();
  CHECK(tet_volumes(mesh, mesh.rest_positions)[0] == Approx(4).epsilon(1e-15));  // 2 · 3 · 4/6
  Random random(1);
  for (int i = 0; i < 20; ++i) {
    const Matrix3<double> F = random.matrix3();
    const Positions<double> moved = (F * mesh.rest_positions).colwise() + Vector3<double>(1, 2, 3);
    CHECK(tet_volumes(mesh, moved)[0] == Approx(4 * F.determinant()).epsilon(1e-11));
  }
}

TEST_CASE("All volumes at once have the bits of each tet's own, with one thread or two") {
  const TetMesh mesh = structured_beam({.cells = {24, 3, 3}});  // 1080 tets: more than one chunk
  const Positions<double> moved = mesh.rest_positions + Random(2).matrix(3, mesh.vertex_count());
  VectorX<double> expected(mesh.tet_count());
  for (Index i = 0; i < mesh.tet_count(); ++i)
    expected[i] = tet_edges(moved, mesh.tets.col(i).data()).determinant() / 6;
  for (const int threads : {1, 2}) {
    const ThreadScope scope(threads);
    CHECK(tet_volumes(mesh, moved) == expected);
  }
}

TEST_CASE("Edges lead from the first corner to the others") {
  const TetMesh mesh = tet_of_edges_2_3_4();
  const Matrix3<double> expected = Vector3<double>(2, 3, 4).asDiagonal();
  CHECK(tet_edges(mesh.rest_positions, mesh.tets.col(0).data()) == expected);
}

TEST_CASE("Each corner of a tet carries a quarter of its mass") {
  const VectorX<double> masses = lumped_masses(tet_of_edges_2_3_4(), 500);
  CHECK(masses.isApprox(VectorX<double>::Constant(4, 500), 1e-14));  // 500 kg/m³ · 4 m³ / 4
}

TEST_CASE("Occurrences hold each place of a number in a list once, in ascending order") {
  const std::vector<int> list = {2, 0, 2, 5, 2, 0};
  const Occurrences places = occurrences(list, 6);
  const auto of = [&](int value) {
    return std::vector<int>(places.of(value).begin(), places.of(value).end());
  };
  CHECK(of(0) == std::vector{1, 5});
  CHECK(of(1).empty());
  CHECK(of(2) == std::vector{0, 2, 4});
  CHECK(of(4).empty());
  CHECK(of(5) == std::vector{3});
}
