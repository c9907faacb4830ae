#include "tests/mesh/mesh_files.h"
#include "tests/support/random.h"

using namespace simbench;
using namespace simbench::test;

namespace {

// A tetrahedron of volume 1/6 as text; faces counterclockwise seen from outside.
constexpr const char* tetrahedron =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

std::string surface_error(const std::string& obj) {
  return error_of([&] { check_surface(parse_surface(obj, ".obj", "a.obj"), "a.obj"); });
}

}  // namespace

TEST_CASE("All formats of one surface are read to the same closed surface, bit for bit") {
  const TriangleSurface expected = read_surface(mesh_file("box_binary.ply"));
  CHECK(expected.vertices.cols() == 34);
  CHECK(expected.triangles.cols() == 64);
  const std::string name = GENERATE("box.obj", "box.off", "box.ply", "box_binary.ply");
  CAPTURE(name);
  const TriangleSurface surface = read_surface(mesh_file(name));
  check_surface(surface, name);
  CHECK(enclosed_volume(surface) == Approx(0.35).epsilon(1e-12));
  CHECK(surface.vertices == expected.vertices);
  CHECK(surface.triangles == expected.triangles);
}

TEST_CASE("The corners of .stl are merged to a closed surface") {
  const std::string name = GENERATE("box.stl", "box_binary.stl");
  const TriangleSurface surface = read_surface(mesh_file(name));
  check_surface(surface, name);
  CHECK(surface.vertices.cols() == 34);
  CHECK(surface.triangles.cols() == 64);
  CHECK(enclosed_volume(surface) == Approx(0.35).epsilon(1e-6));
  CHECK(surface.notes ==
        std::vector<std::string>{"158 vertices lay at the place of another and were merged with it."});
}

TEST_CASE("Polygons become fans, texture and normal numbers are ignored, negative numbers count back") {
  const TriangleSurface cube = parse_surface(
      "o cube\nv 0 0 0\nv 1 0 0 1.0\nv 1 1 0 .5 .5 .5\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\nv 9 9 "
      "9\nvt 0 0\n"
      "f 1 4 3 2\nf 5/1 6/1 7/1 8/1\nf 1//2 2//2 6//2 5//2\nf 2/1/1 3/1/1 7/1/1 6/1/1\nf 3 4 8 7\nf -9 -5 -2 "
      "-6 # left\n",
      ".obj", "cube.obj");
  check_surface(cube, "cube.obj");
  CHECK(enclosed_volume(cube) == Approx(1));
  CHECK(cube.vertices.cols() == 8);
  CHECK(cube.triangles.cols() == 12);
  CHECK(cube.notes ==
        std::vector<std::string>{"6 polygons with more than three corners were cut into fans of triangles.",
                                 "1 vertices that no triangle uses were left out."});
}

TEST_CASE("A surface that is inside out is turned, with a note") {
  const std::string inside_out = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n";
  const TriangleSurface surface = parse_surface(inside_out, ".obj", "a.obj");
  check_surface(surface, "a.obj");
  CHECK(enclosed_volume(surface) == Approx(1.0 / 6));
  CHECK(surface.notes.size() == 1);
  TriangleSurface turned = surface;
  turned.triangles.row(0).swap(turned.triangles.row(1));
  CHECK(enclosed_volume(turned) == Approx(-1.0 / 6));
  CHECK(!error_of([&] { check_surface(turned, "a.obj"); }).empty());
}

TEST_CASE(
    "Other elements and properties of .ply are passed over, in text and in binary of either byte order") {
  const std::string header =
      "element material 1\nproperty list uchar float weights\nelement vertex 4\nproperty float nx\nproperty "
      "float x\nproperty "
      "double z\nproperty short y\nelement face 4\nproperty uchar red\nproperty list uint8 int "
      "vertex_indices\nend_header\n";
  const std::array<std::array<float, 4>, 4> vertices = {
      {{5, 0, 0, 0}, {5, 1, 0, 0}, {5, 0, 1, 0}, {5, 0, 0, 1}}};  // nx, x, y, z
  const std::array<std::array<int, 3>, 4> faces = {{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
  const std::string format = GENERATE("ascii", "binary_little_endian", "binary_big_endian");
  std::string text = "ply\nformat " + format + " 1.0\ncomment hello\n" + header;
  const auto append = [&](auto number) {
    if (format == "ascii") {
      text += std::to_string(+number) + " ";
      return;
    }
    std::string bytes(reinterpret_cast<const char*>(&number), sizeof(number));
    if ((format == "binary_big_endian") == (std::endian::native == std::endian::little))
      std::reverse(bytes.begin(), bytes.end());
    text += bytes;
  };
  const auto end_line = [&] { text += format == "ascii" ? "\n" : ""; };
  append(std::uint8_t{2}), append(0.5f), append(1.5f), end_line();
  for (const auto& vertex : vertices) {
    append(vertex[0]), append(vertex[1]), append(double{vertex[3]}), append(static_cast<short>(vertex[2])),
        end_line();
  }
  for (const auto& face : faces) {
    append(std::uint8_t{200}), append(std::uint8_t{3});
    for (const int corner : face) append(corner);
    end_line();
  }
  const TriangleSurface surface = parse_surface(text, ".ply", "a.ply");
  const TriangleSurface expected = parse_surface(tetrahedron, ".obj", "a.obj");
  check_surface(surface, "a.ply");
  CHECK(surface.vertices == expected.vertices);
  CHECK(surface.triangles == expected.triangles);
}

TEST_CASE(
    "Open, overfull, badly oriented, doubled and flat surfaces are refused, and the message says where") {
  const std::string good = tetrahedron;
  CHECK(surface_error(good).empty());
  const std::string open = good.substr(0, good.rfind("f "));
  CHECK(surface_error(open).find(
            "it is open: the edge between the vertices 1 at (1, 0, 0) and 2 at (0, 1, 0) belongs to 1 "
            "triangle") != std::string::npos);
  CHECK(surface_error(open + "f 2 4 3\n").find("not oriented alike") != std::string::npos);
  CHECK(surface_error(good + "f 4 3 2\n").find("triangles 3 and 4 have the same corners") !=
        std::string::npos);
  CHECK(surface_error(good + "v 9 9 9\nf 2 3 5\nf 3 2 5\n").find("same corners") != std::string::npos);
  CHECK(surface_error(good + "v 3 3 3\nf 2 3 5\n").find("belongs to 3 triangles") != std::string::npos);
  CHECK(surface_error(good + "v 2 0 0\nf 1 2 5\n").find("has no area") != std::string::npos);
  CHECK(surface_error("v 0 0 0\n").find("no triangles") != std::string::npos);
}

TEST_CASE("Checks of a surface hold far from the origin and for small ones") {
  TriangleSurface surface = parse_surface(tetrahedron, ".obj", "a.obj");
  surface.vertices = ((1e-6 * Random(4).rotation()) * surface.vertices).colwise() + Vector3<double>(3, 4, 5);
  check_surface(surface, "a.obj");
  CHECK(enclosed_volume(surface) == Approx(1e-18 / 6).epsilon(1e-8));
}

TEST_CASE("Indices out of range and positions that are not finite are refused whoever made the surface") {
  const TriangleSurface good = parse_surface(tetrahedron, ".obj", "a.obj");
  for (const int corner : {-1, 4}) {
    TriangleSurface surface = good;
    surface.triangles(1, 2) = corner;
    CHECK(error_of([&] { check_surface(surface, "a"); }).find("none of the 4 vertices") != std::string::npos);
  }
  TriangleSurface surface = good;
  surface.vertices(1, 2) = std::nan("");
  CHECK(error_of([&] { check_surface(surface, "a"); }).find("not finite") != std::string::npos);
}
