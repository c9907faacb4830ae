// Whether surfaces cross each other, where rounding would decide.
#include <Eigen/Geometry>
#include <catch2/catch.hpp>
#include <cmath>

#include "deformable/contact/orientation.h"
#include "tests/support/two_cubes.h"

using namespace simbench;
using namespace simbench::test;

namespace {

// A point whose coordinates are integers of at most 41 bits; sums and some multiples of such are exact.
Vector3<double> integer_point(Random& random) {
  return Vector3<double>::NullaryExpr([&] { return std::round(std::ldexp(random.uniform(-1, 1), 40)); });
}

}  // namespace

TEST_CASE("The side of a point that is nearly in a plane is exact") {
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const Vector3<double> a = integer_point(random), b = integer_point(random), c = integer_point(random);
    const Vector3<double> in_the_plane = a + 3 * (b - a) - 5 * (c - a);
    const int up = (b - a).cross(c - a).z() > 0 ? -1 : 1;  // of a point above the plane
    for (const int side : {-1, 0, 1}) {
      const Vector3<double> d = in_the_plane + side * Vector3<double>::UnitZ();
      CHECK(orientation(a, b, c, d) == up * side);
      CHECK(orientation(b, a, c, d) == -up * side);
      CHECK(orientation(d, a, b, c) == -up * side);
    }
  }
}

TEST_CASE("Edges that pass through the rims of triangles cross them, unless all of them are held") {
  const TetMesh mesh =
      two_cubes(-0.25, 0);  // aligned, so that no edge passes through the inside of a triangle
  const ContactSurface surface = contact_surface(mesh);
  const auto crossing = intersections(surface, {}, mesh.rest_positions);
  REQUIRE_FALSE(crossing.empty());
  std::vector<char> held(static_cast<std::size_t>(mesh.vertex_count()), true);
  CHECK(intersections(surface, held, mesh.rest_positions).empty());
  held[surface.edges[crossing.front()[0]][0]] = false;
  CHECK_FALSE(intersections(surface, held, mesh.rest_positions).empty());
}
