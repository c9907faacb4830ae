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

TEST_CASE("Bad meshes are refused, and the message names the first offender") {
  TetMesh mesh = beam();
  SECTION("no tets") {
    mesh.tets.resize(4, 0);
    CHECK(check_error(mesh).find("no tets") != std::string::npos);
  }
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
    CHECK(check_error(mesh).find(
              "2 of 40 tets are oriented the other way than the others (inverted); the first is tet 3 ") !=
          std::string::npos);
    mesh.tets.row(0).swap(mesh.tets.row(1));  // now most are
    CHECK(check_error(mesh).find(
              "2 of 40 tets are oriented the other way than the others (inverted); the first is tet 3 ") !=
          std::string::npos);
  }
  SECTION("a flat tet, up to rounding") {
    const auto corners = mesh.tets.col(6);
    const Vector3<double> centre =
        (mesh.rest_positions.col(corners[0]) + mesh.rest_positions.col(corners[1]) +
         mesh.rest_positions.col(corners[2])) /
        3;
    mesh.rest_positions.col(corners[3]) = centre;
    CHECK(check_error(mesh).find("zero up to rounding") != std::string::npos);
  }
  SECTION("a corner twice") {
    mesh.tets(1, 6) = mesh.tets(0, 6);
    CHECK(check_error(mesh).find("tet 6 ") != std::string::npos);
  }
  SECTION("positions whose volumes overflow") {
    mesh.rest_positions *= 1e200;
    CHECK(check_error(mesh).find("tet 0 ") != std::string::npos);
    CHECK(check_error(mesh).find("no double-precision number can hold") != std::string::npos);
    CHECK(check_error(mesh).find("rounding") == std::string::npos);
  }
  SECTION("a tet twice") {
    add_tet(mesh, mesh.tets.col(9));
    CHECK(check_error(mesh).find("overlap") != std::string::npos);
  }
  SECTION("three tets at a face") {
    // The centre tet of the first cell shares all its faces. A new tet gets one of these faces, too.
    mesh.rest_positions.conservativeResize(3, 28);
    mesh.rest_positions.col(27) << 5, 6, 7;
    Eigen::Vector4i tet = mesh.tets.col(4);
    tet[3] = 27;
    add_tet(mesh, tet);
    if (tet_volumes(mesh, mesh.rest_positions)[40] < 0) mesh.tets.col(40).head<2>().reverseInPlace();
    CHECK(check_error(mesh).find("overlap") != std::string::npos);
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
