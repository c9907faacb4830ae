#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "mesh/surface.h"

namespace simbench {

namespace {

[[noreturn]] void reject_surface(const std::string& name, const std::string& message) {
  throw Error(ExitCode::mesh, fmt::format("surface '{}': {}", name, message));
}

std::string place_text(const TriangleSurface& surface, int vertex) {
  const auto position = surface.vertices.col(vertex);
  return fmt::format("{} at ({}, {}, {})", vertex, position[0], position[1], position[2]);
}

void check_triangles(const TriangleSurface& surface, const std::string& name) {
  const Positions<double>& vertices = surface.vertices;
  if (surface.triangles.cols() == 0) reject_surface(name, "there are no triangles in it");
  for (Index i = 0; i < surface.triangles.cols(); ++i) {
    const auto corners = surface.triangles.col(i);
    if (corners.minCoeff() < 0 || corners.maxCoeff() >= vertices.cols()) {
      reject_surface(name, fmt::format("triangle {} has a corner that is not one of the {} vertices", i,
                                       vertices.cols()));
    }
  }
  if (!vertices.allFinite()) reject_surface(name, "there are positions that are not finite");
  const double size = vertices.cwiseAbs().maxCoeff();
  for (Index i = 0; i < surface.triangles.cols(); ++i) {
    const auto corners = surface.triangles.col(i);
    const Vector3<double> a = vertices.col(corners[1]) - vertices.col(corners[0]);
    const Vector3<double> b = vertices.col(corners[2]) - vertices.col(corners[0]);
    // Coordinates of size L have errors of L ε, so the area of a triangle with edges of length l has an error
    // of L l ε.
    if (!(a.cross(b).norm() > 1e-15 * size * std::max(a.norm(), b.norm()))) {
      reject_surface(name, fmt::format("triangle {} (vertices {}; {}; {}) has no area", i,
                                       place_text(surface, corners[0]), place_text(surface, corners[1]),
                                       place_text(surface, corners[2])));
    }
  }
}

void check_duplicates(const TriangleSurface& surface, const std::string& name) {
  std::vector<std::pair<std::array<int, 3>, Index>> sorted;
  for (Index i = 0; i < surface.triangles.cols(); ++i) {
    std::array<int, 3> corners;
    std::copy_n(surface.triangles.col(i).data(), 3, corners.begin());
    std::sort(corners.begin(), corners.end());
    sorted.emplace_back(corners, i);
  }
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end(),
                                        [](const auto& a, const auto& b) { return a.first == b.first; });
  if (twice == sorted.end()) return;
  reject_surface(name,
                 fmt::format("triangles {} and {} have the same corners (vertices {}; {}; {})", twice->second,
                             std::next(twice)->second, place_text(surface, twice->first[0]),
                             place_text(surface, twice->first[1]), place_text(surface, twice->first[2])));
}

// Checks that two triangles run through each edge, in opposite directions. On the boundary of an open surface
// it is one.
void check_edges(const TriangleSurface& surface, const std::string& name, bool may_be_open) {
  struct Edge {
    int from, to;  // ascending
    bool forward;
  };
  std::vector<Edge> edges;
  for (const auto& triangle : surface.triangles.colwise()) {
    for (int i = 0; i < 3; ++i) {
      const int from = triangle[i], to = triangle[(i + 1) % 3];
      edges.push_back({std::min(from, to), std::max(from, to), from < to});
    }
  }
  const auto ends = [](const Edge& edge) { return std::pair(edge.from, edge.to); };
  std::sort(edges.begin(), edges.end(), [&](const Edge& a, const Edge& b) { return ends(a) < ends(b); });
  for (auto begin = edges.begin(); begin != edges.end();) {
    const auto end =
        std::find_if(begin, edges.end(), [&](const Edge& edge) { return ends(edge) != ends(*begin); });
    const std::string edge = fmt::format("the edge between the vertices {} and {}",
                                         place_text(surface, begin->from), place_text(surface, begin->to));
    if (end - begin == 1 && !may_be_open)
      reject_surface(name, fmt::format("it is open: {} belongs to 1 triangle, not 2", edge));
    if (end - begin > 2)
      reject_surface(name, fmt::format("{} belongs to {} triangles, not 2", edge, end - begin));
    if (end - begin == 2 && begin->forward == std::next(begin)->forward) {
      reject_surface(
          name, fmt::format("its triangles are not oriented alike: two run through {} in the same direction",
                            edge));
    }
    begin = end;
  }
}

}  // namespace

void check_surface(const TriangleSurface& surface, const std::string& name) {
  check_triangles(surface, name);
  check_duplicates(surface, name);
  check_edges(surface, name, false);
  const double volume = enclosed_volume(surface);
  if (!(volume > 0)) {
    reject_surface(name, fmt::format("it encloses {} m³: no volume, or its triangles face inwards", volume));
  }
}

void check_open_surface(const TriangleSurface& surface, const std::string& name) {
  check_triangles(surface, name);
  check_duplicates(surface, name);
  check_edges(surface, name, true);
}

}  // namespace simbench
