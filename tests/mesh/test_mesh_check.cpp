#include "mesh/mesh_check.h"
#include "mesh/structured_beam.h"
#include "tests/mesh/mesh_files.h"

using namespace simbench;
using namespace simbench::test;

namespace {

TetMesh beam() {
  BeamShape shape;
  shape.cells = {2, 2, 2};
  return structured_beam(shape);
}

std::string check_error(TetMesh mesh) {
  std::vector<std::string> notes;
  return error_of([&] { check_and_orient(mesh, notes, "a.msh"); });
}

void add_tet(TetMesh& mesh, const Eigen::Vector4i& tet) {
  mesh.tets.conservativeResize(4, mesh.tet_count() + 1);
  mesh.tets.rightCols<1>() = tet;
}

}  // namespace

TEST_CASE("A good mesh passes as it is") {
  TetMesh mesh = beam();
  std::vector<std::string> notes;
  check_and_orient(mesh, notes, "a.msh");
  CHECK(notes.empty());
  CHECK(mesh.tets == beam().tets);
  CHECK(mesh.rest_positions == beam().rest_positions);
}

TEST_CASE("Tets that are all inverted are turned, with a note") {
  TetMesh mesh = beam();
  mesh.tets.row(0).swap(mesh.tets.row(1));
  std::vector<std::string> notes;
  check_and_orient(mesh, notes, "a.msh");
  CHECK(notes.size() == 1);
  CHECK(tet_volumes(mesh, mesh.rest_positions).minCoeff() > 0);
}

TEST_CASE("Vertices that no tet uses are left out, and the others keep their order") {
  TetMesh mesh = beam();
  Positions<double> positions(3, 29);
  positions << Vector3<double>(7, 7, 7), mesh.rest_positions, Vector3<double>(8, 8, 8);
  mesh.rest_positions = positions;
  mesh.tets.array() += 1;
  std::vector<std::string> notes;
  check_and_orient(mesh, notes, "a.msh");
  CHECK(notes == std::vector<std::string>{"2 vertices that no tet uses were left out."});
  CHECK(mesh.tets == beam().tets);
  CHECK(mesh.rest_positions == beam().rest_positions);
}

TEST_CASE("A tet is flat if its volume may come from rounding of its positions only") {
  TetMesh mesh;
  mesh.rest_positions.setZero(3, 4);
  mesh.rest_positions.rightCols<3>().setIdentity();
  mesh.tets = Eigen::Vector4i(0, 1, 2, 3);
  const auto error_at_height = [&](double height) {
    mesh.rest_positions(2, 3) = height;  // its volume is height / 6, its longest edges are about 1
    return check_error(mesh);
  };
  CHECK(error_at_height(7e-15).empty());
  CHECK_THAT(error_at_height(5e-15), Catch::Contains("its corners lie in a plane"));
}

// tests/bad_meshes has others.
TEST_CASE("Bad meshes are refused, and the message names the first offender") {
  TetMesh mesh = beam();
  SECTION("an index out of range") {
    mesh.tets(2, 5) = GENERATE(-1, 27);
    CHECK(check_error(mesh).find("tet 5 ") != std::string::npos);
  }
  SECTION("a position that is not finite") {
    mesh.rest_positions(1, 4) = GENERATE(std::nan(""), HUGE_VAL);
    CHECK(check_error(mesh).find("vertex 4 ") != std::string::npos);
  }
  SECTION("some tets inverted") {
    mesh.tets.col(3).head<2>().reverseInPlace();
    mesh.tets.col(7).head<2>().reverseInPlace();
    if (GENERATE(false, true)) mesh.tets.row(0).swap(mesh.tets.row(1));  // most of them
    CHECK_THAT(check_error(mesh), Catch::Contains("2 of 40 tets are oriented the other way than the others "
                                                  "(inverted); the first is tet 3 "));
  }
  SECTION("positions whose volumes overflow") {
    mesh.rest_positions *= 1e200;
    CHECK(check_error(mesh).find("tet 0 ") != std::string::npos);
    CHECK(check_error(mesh).find("no double-precision number can hold") != std::string::npos);
    CHECK(check_error(mesh).find("rounding") == std::string::npos);
  }
}

TEST_CASE("Small tets far from the origin of a large mesh do not count as flat") {
  TetMesh mesh = beam();
  mesh.rest_positions *= 1e-5;
  mesh.rest_positions.conservativeResize(3, 31);
  mesh.rest_positions.rightCols<4>() << 1, 2, 1, 1, 0, 0, 1, 0, 0, 0, 0, 1;
  add_tet(mesh, {27, 28, 29, 30});
  CHECK(check_error(mesh).empty());
}
