// Tests surfaces of triangles as bodies: their areas, masses and hinges, and the files that are refused.
#include <set>

#include "mesh/mesh_quality.h"
#include "mesh/sheet.h"
#include "mesh/surface.h"
#include "tests/mesh/mesh_files.h"

using namespace simbench;
using namespace simbench::test;

namespace {

std::string refusal(const std::string& text) {
  return error_of([&] { check_open_surface(parse_open_surface(text, "a.off"), "a.off"); });
}

}  // namespace

TEST_CASE("A sheet has its area, its mass, and an edge between two triangles for each inner edge") {
  SheetShape shape;
  shape.origin = Vector3<double>(1, -2, 0.5);
  shape.length = 3;
  shape.width = 2;
  shape.length_cells = 4;
  shape.width_cells = 3;
  shape.thickness = 0.02;
  const TetMesh sheet = structured_sheet(shape);
  CHECK(sheet.vertex_count() == 5 * 4);
  CHECK(sheet.triangle_count() == 2 * 4 * 3);
  CHECK(sheet.tet_count() == 0);
  CHECK(triangle_areas(sheet, sheet.rest_positions).sum() == Approx(6).epsilon(1e-14));
  CHECK(lumped_masses(sheet, 500).sum() == Approx(500 * 6 * 0.02).epsilon(1e-14));
  CHECK(sheet.rest_positions.rowwise().minCoeff() == Vector3<double>(1, -2, 0.5));
  CHECK(sheet.rest_positions.rowwise().maxCoeff() == Vector3<double>(4, 0, 0.5));
  const std::vector<int> parts = components(sheet);
  CHECK(std::set(parts.begin(), parts.end()).size() == 1);

  // Euler: V − E + F = 1. Each triangle has three edges, each inner edge two triangles.
  const std::vector<Hinge> inner = hinges(sheet);
  const Index edges = sheet.vertex_count() + sheet.triangle_count() - 1;
  CHECK(static_cast<Index>(inner.size()) == 3 * sheet.triangle_count() - edges);
  const auto normal = [&](int a, int b, int c) {
    const auto x = [&](int vertex) { return Vector3<double>(sheet.rest_positions.col(vertex)); };
    return (x(b) - x(a)).cross(x(c) - x(a)).eval();
  };
  for (const Hinge& hinge : inner) {  // both triangles of a flat sheet look up
    CHECK(normal(hinge[0], hinge[1], hinge[2]).z() > 0);
    CHECK(normal(hinge[1], hinge[0], hinge[3]).z() > 0);
  }
}

TEST_CASE("An open surface is read without being turned, and a closed one is a body, too") {
  const TriangleSurface open =
      parse_open_surface("OFF\n4 2 0\n0 0 -1\n1 0 -1\n1 1 -1\n0 1 -1\n3 0 2 1\n3 0 3 2\n", "a.off");
  check_open_surface(open, "a.off");
  CHECK(open.notes.empty());
  CHECK(open.triangles.col(0) == Eigen::Vector3i(0, 2, 1));
  const MeshFile box = read_sheet(mesh_file("box.off"), 0.1);
  CHECK(box.mesh.thickness == 0.1);
  CHECK(box.mesh.triangle_count() == 64);
  CHECK(hinges(box.mesh).size() == 96);  // every edge of a closed surface
  CHECK(box.sha256.size() == 64);
}

TEST_CASE("A surface that cannot be cloth is refused, and the message names the place") {
  const std::string corners = "0 0 0\n1 0 0\n0 1 0\n0 0 1\n0 -1 0\n";
  CHECK_THAT(refusal("OFF\n5 1 0\n" + corners + "3 0 1 1\n"), Catch::Contains("has no area"));
  CHECK_THAT(refusal("OFF\n3 1 0\n0 0 0\n1 1 1\n2 2 2\n3 0 1 2\n"), Catch::Contains("has no area"));
  CHECK_THAT(refusal("OFF\n5 3 0\n" + corners + "3 0 1 2\n3 1 0 3\n3 1 0 4\n"),
             Catch::Contains("the edge between the vertices 0") && Catch::Contains("3 triangles, not 2"));
  CHECK_THAT(refusal("OFF\n5 2 0\n" + corners + "3 0 1 2\n3 0 1 4\n"), Catch::Contains("not oriented alike"));
  CHECK_THAT(refusal("OFF\n5 2 0\n" + corners + "3 0 1 2\n3 1 2 0\n"), Catch::Contains("the same corners"));
  CHECK_THAT(refusal("OFF\n0 0 0\n"), Catch::Contains("no triangles"));
}
