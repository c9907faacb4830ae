#include "tests/mesh/mesh_files.h"
#include "tests/support/random.h"

using namespace simbench;
using namespace simbench::test;

namespace {

// The text of an .off file; `vertices` and `faces` have one string per line.
std::string off(const std::vector<std::string>& vertices, const std::vector<std::string>& faces) {
  std::string text = "OFF\n" + std::to_string(vertices.size()) + " " + std::to_string(faces.size()) + " 0\n";
  for (const std::string& vertex : vertices) text += vertex + "\n";
  for (const std::string& face : faces) text += face + "\n";
  return text;
}

// A tetrahedron of volume 1/6; faces counterclockwise seen from outside.
const std::vector<std::string> corners = {"0 0 0", "1 0 0", "0 1 0", "0 0 1"};
const std::vector<std::string> faces = {"3 0 2 1", "3 0 1 3", "3 0 3 2", "3 1 2 3"};

TriangleSurface tetrahedron() {
  return parse_surface(off(corners, faces), "a.off");
}

}  // namespace

TEST_CASE("The box that Gmsh meshed is a closed surface of its volume") {
  const TriangleSurface surface = read_surface(mesh_file("box.off"));
  check_surface(surface, "box.off");
  CHECK(surface.vertices.cols() == 34);
  CHECK(surface.triangles.cols() == 64);
  CHECK(enclosed_volume(surface) == Approx(0.35).epsilon(1e-12));
  CHECK(surface.notes.empty());
}

TEST_CASE("Polygons become fans, coincident vertices merge, and colours and comments are skipped") {
  const TriangleSurface cube = parse_surface(
      "# a cube\nCOFF\n10 6 0\n0 0 0\n1 0 0 1.0\n1 1 0 .5 .5 .5 1\n0 1 0\n0 0 1\n1 0 1\n1 1 1\n0 1 1\n9 9 9\n"
      "0 0 0\n4 0 3 2 1\n4 4 5 6 7 255 0 0\n4 9 1 5 4\n4 1 2 6 5\n4 2 3 7 6 # right\n4 0 4 7 3\n",
      "cube.off");
  check_surface(cube, "cube.off");
  CHECK(enclosed_volume(cube) == Approx(1));
  CHECK(cube.vertices.cols() == 8);
  CHECK(cube.triangles.cols() == 12);
  CHECK(cube.notes ==
        std::vector<std::string>{"6 polygons with more than three corners were cut into fans of triangles.",
                                 "1 vertices had the position of another vertex and were merged with it.",
                                 "1 vertices that no triangle uses were left out."});
}

TEST_CASE("A surface that is inside out is turned, with a note") {
  const TriangleSurface surface =
      parse_surface(off(corners, {"3 0 1 2", "3 0 3 1", "3 0 2 3", "3 1 3 2"}), "a.off");
  check_surface(surface, "a.off");
  CHECK(enclosed_volume(surface) == Approx(1.0 / 6));
  CHECK(surface.notes.size() == 1);
  TriangleSurface turned = surface;
  turned.triangles.row(0).swap(turned.triangles.row(1));
  CHECK(enclosed_volume(turned) == Approx(-1.0 / 6));
  CHECK(!error_of([&] { check_surface(turned, "a.off"); }).empty());
}

// tests/bad_meshes has other bad surfaces.
TEST_CASE("A triangle that occurs twice, in both orientations, is refused") {
  std::vector<std::string> more_corners = corners, more_faces = faces;
  more_corners.push_back("9 9 9");
  more_faces.insert(more_faces.end(), {"3 1 2 4", "3 2 1 4"});
  const TriangleSurface surface = parse_surface(off(more_corners, more_faces), "a.off");
  CHECK_THAT(error_of([&] { check_surface(surface, "a.off"); }), Catch::Contains("same corners"));
}

TEST_CASE("Checks of a surface hold far from the origin and for small ones") {
  TriangleSurface surface = tetrahedron();
  surface.vertices = ((1e-6 * Random(4).rotation()) * surface.vertices).colwise() + Vector3<double>(3, 4, 5);
  check_surface(surface, "a.off");
  CHECK(enclosed_volume(surface) == Approx(1e-18 / 6).epsilon(1e-8));
}

TEST_CASE("Indices out of range and non-finite positions are refused in surfaces from anywhere") {
  const TriangleSurface good = tetrahedron();
  for (const int corner : {-1, 4}) {
    TriangleSurface surface = good;
    surface.triangles(1, 2) = corner;
    CHECK(error_of([&] { check_surface(surface, "a"); }).find("not one of the 4 vertices") !=
          std::string::npos);
  }
  TriangleSurface surface = good;
  surface.vertices(1, 2) = std::nan("");
  CHECK(error_of([&] { check_surface(surface, "a"); }).find("not finite") != std::string::npos);
}
