#include <catch2/catch.hpp>
#include <numbers>

#include "mesh/mesh_quality.h"
#include "mesh/structured_beam.h"
#include "tests/support/random.h"

using namespace simbench;
using namespace simbench::test;

namespace {

TetMesh one_tet(const Positions<double>& positions) {
  return {positions, Eigen::Vector4i(0, 1, 2, 3)};
}

TetMesh corner_tet() {
  return one_tet(Positions<double>{{0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}});
}

double degrees(double radians) {
  return radians * 180 / std::numbers::pi;
}

}  // namespace

TEST_CASE("The regular tet has dihedral angles of arccos(1/3) and the aspect ratio 1") {
  TetMesh mesh = one_tet(Positions<double>{{1, -1, -1, 1}, {1, -1, 1, -1}, {1, 1, -1, -1}});
  mesh.rest_positions =
      (0.3 * Random(5).rotation() * mesh.rest_positions).colwise() + Vector3<double>(1, 2, 3);
  const MeshQuality quality = mesh_quality(mesh);
  CHECK(quality.smallest_dihedral_angle == Approx(70.528779).epsilon(1e-8));
  CHECK(quality.largest_dihedral_angle == Approx(70.528779).epsilon(1e-8));
  CHECK(quality.worst_aspect_ratio == Approx(1).epsilon(1e-12));
  CHECK(quality.volume == Approx(0.027 * 8 / 3));  // edges of √8, √8³/(6√2) = 8/3
  CHECK(quality.components == 1);
}

TEST_CASE("The corner tet of a cube has right angles at its corner, the others are arctan √2") {
  const MeshQuality quality = mesh_quality(corner_tet());
  CHECK(quality.smallest_dihedral_angle == Approx(degrees(std::atan(std::sqrt(2)))));  // 54.7°
  CHECK(quality.largest_dihedral_angle == Approx(90));
  // r = 3V/A = (1/2)/(3/2 + √3/2), longest edge √2.
  CHECK(quality.worst_aspect_ratio == Approx(std::sqrt(2) / (2 * std::sqrt(6)) * (3 + std::sqrt(3))));
  CHECK(quality.volume == Approx(1.0 / 6));
}

TEST_CASE("Angles of a nearly flat tet come near to 0 and 180 degrees") {
  TetMesh mesh = one_tet(Positions<double>{{1, -1, 0, 0}, {0, 0, -1, 1}, {0, 0, 1e-9, 1e-9}});
  if (tet_volumes(mesh, mesh.rest_positions)[0] < 0) mesh.tets.row(0).swap(mesh.tets.row(1));
  const MeshQuality quality = mesh_quality(mesh);
  // At each of the two diagonals the faces enclose 180° − 2 ε, at the four outer edges √2 ε.
  CHECK(quality.smallest_dihedral_angle == Approx(degrees(std::sqrt(2) * 1e-9)).epsilon(1e-6));
  CHECK(180 - quality.largest_dihedral_angle == Approx(degrees(2e-9)).epsilon(1e-4));
}

TEST_CASE("A structured beam is one component with its volume and its worst tet is a corner tet") {
  BeamShape shape;
  shape.size = {2, 1, 1};
  shape.cells = {4, 2, 2};
  const MeshQuality quality = mesh_quality(structured_beam(shape));
  CHECK(quality.volume == Approx(2));
  CHECK(quality.smallest_tet_volume == Approx(0.125 / 6));
  CHECK(quality.largest_tet_volume == Approx(0.125 / 3));
  CHECK(quality.components == 1);
  CHECK(quality.smallest_dihedral_angle == Approx(mesh_quality(corner_tet()).smallest_dihedral_angle));
  CHECK(quality.largest_dihedral_angle == Approx(90));
  CHECK(quality.worst_aspect_ratio == Approx(mesh_quality(corner_tet()).worst_aspect_ratio));
}

TEST_CASE("Two beams that share no vertex are two components") {
  const TetMesh beam = structured_beam(BeamShape{});
  TetMesh two;
  two.rest_positions.resize(3, 16);
  two.rest_positions << beam.rest_positions, beam.rest_positions.colwise() + Vector3<double>(3, 0, 0);
  two.tets.resize(4, 10);
  two.tets << beam.tets, beam.tets.array() + 8;
  CHECK(mesh_quality(two).components == 2);
  CHECK(mesh_quality(two).coincident_vertices == 0);
  CHECK(mesh_quality(two).volume == Approx(2));
}

TEST_CASE("Beams that touch in a face without sharing vertices have coincident vertices there") {
  BeamShape shape;
  shape.cells = {2, 3, 3};
  const TetMesh beam = structured_beam(shape);
  const Index count = beam.vertex_count();
  const double gap = GENERATE(0.0, 1e-10, 1e-6);
  TetMesh two;
  two.rest_positions.resize(3, 2 * count);
  two.rest_positions << beam.rest_positions,
      beam.rest_positions.colwise() + Vector3<double>(shape.size[0] + gap, 0, 0);
  two.tets.resize(4, 2 * beam.tet_count());
  two.tets << beam.tets, beam.tets.array() + static_cast<int>(count);
  CHECK(mesh_quality(two).coincident_vertices == (gap < 1e-9 ? 16 : 0));
  CHECK(mesh_quality(two).components == 2);
}
