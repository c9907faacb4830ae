#include "deformable/contact/surface.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace simbench {

namespace {

// The faces that belong to only one tet.
std::vector<std::array<int, 3>> boundary(const TetMesh& mesh) {
  static constexpr std::array<std::array<int, 3>, 4> faces = {{{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}}};
  std::map<std::array<int, 3>, std::array<int, 3>> unpaired;  // by its vertices in ascending order
  for (Index tet = 0; tet < mesh.tet_count(); ++tet) {
    for (const auto& corners : faces) {
      std::array<int, 3> face;
      for (int i = 0; i < 3; ++i) face[i] = mesh.tets(corners[i], tet);
      std::array<int, 3> key = face;
      std::ranges::sort(key);
      const auto [other, is_new] = unpaired.emplace(key, face);
      if (!is_new) unpaired.erase(other);
    }
  }
  std::vector<std::array<int, 3>> triangles;
  for (const auto& [key, face] : unpaired) triangles.push_back(face);
  return triangles;
}

void set_areas(const Positions<double>& rest, ContactSurface& surface) {
  surface.vertex_areas.assign(surface.vertices.size(), 0);
  surface.edge_areas.assign(surface.edges.size(), 0);
  for (const std::array<int, 3>& triangle : surface.triangles) {
    const Vector3<double> u = rest.col(triangle[1]) - rest.col(triangle[0]);
    const Vector3<double> v = rest.col(triangle[2]) - rest.col(triangle[0]);
    const double third = u.cross(v).norm() / 6;
    for (int i = 0; i < 3; ++i) {
      const int a = triangle[i], b = triangle[(i + 1) % 3];
      const std::array<int, 2> edge = {std::min(a, b), std::max(a, b)};
      surface.vertex_areas[std::ranges::lower_bound(surface.vertices, a) - surface.vertices.begin()] += third;
      surface.edge_areas[std::ranges::lower_bound(surface.edges, edge) - surface.edges.begin()] += third;
    }
  }
}

}  // namespace

ContactSurface contact_surface(const TetMesh& mesh, PairWeights weights) {
  ContactSurface surface;
  surface.triangles = boundary(mesh);
  for (const auto& triangle : mesh.triangles.colwise())
    surface.triangles.push_back({triangle[0], triangle[1], triangle[2]});
  std::set<int> vertices;
  std::set<std::array<int, 2>> edges;
  for (const std::array<int, 3>& triangle : surface.triangles) {
    for (int i = 0; i < 3; ++i) {
      const int a = triangle[i], b = triangle[(i + 1) % 3];
      vertices.insert(a);
      edges.insert({std::min(a, b), std::max(a, b)});
    }
  }
  surface.vertices.assign(vertices.begin(), vertices.end());
  surface.edges.assign(edges.begin(), edges.end());
  for (const auto& [a, b] : surface.edges)
    surface.edge_squares.push_back((mesh.rest_positions.col(b) - mesh.rest_positions.col(a)).squaredNorm());
  if (weights == PairWeights::areas) set_areas(mesh.rest_positions, surface);
  return surface;
}

}  // namespace simbench
