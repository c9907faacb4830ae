#include "deformable/contact/contact_pairs.h"

#include <algorithm>
#include <span>

#include "deformable/contact/boxes.h"
#include "deformable/contact/mollifier.h"
#include "deformable/contact/orientation.h"

namespace simbench {

namespace {

template <std::size_t N>
bool share_a_vertex(const std::array<int, 2>& edge, const std::array<int, N>& other) {
  return std::ranges::any_of(edge, [&](int vertex) { return std::ranges::count(other, vertex) > 0; });
}

template <std::size_t N>
bool all_held(const std::vector<char>& held, const std::array<int, N>& vertices) {
  return !held.empty() && std::ranges::all_of(vertices, [&](int vertex) { return held[vertex] != 0; });
}

// The box of some vertices on their way, wider by `margin` on each side.
template <class Vertices>
Box box_of(const Vertices& vertices, const Positions<double>& start, const Positions<double>& end,
           double margin) {
  const auto first = start.col(*std::begin(vertices));
  Box box{first, first};
  for (const int vertex : vertices) {
    for (const auto* positions : {&start, &end}) {
      box.low = box.low.cwiseMin(positions->col(vertex));
      box.high = box.high.cwiseMax(positions->col(vertex));
    }
  }
  box.low.array() -= margin;
  box.high.array() += margin;
  return box;
}

template <class Primitives>
std::vector<Box> boxes_of(const Primitives& primitives, const Positions<double>& start,
                          const Positions<double>& end, double margin) {
  std::vector<Box> boxes;
  boxes.reserve(primitives.size());
  for (const auto& vertices : primitives) boxes.push_back(box_of(vertices, start, end, margin));
  return boxes;
}

std::vector<Box> boxes_of_vertices(const std::vector<int>& vertices, const Positions<double>& start,
                                   const Positions<double>& end, double margin) {
  std::vector<Box> boxes;
  boxes.reserve(vertices.size());
  for (const int vertex : vertices) boxes.push_back(box_of(std::array{vertex}, start, end, margin));
  return boxes;
}

bool crosses(const std::array<int, 2>& edge, const std::array<int, 3>& triangle, const Positions<double>& x) {
  const Vector3<double> p = x.col(edge[0]), q = x.col(edge[1]);
  const std::array<Vector3<double>, 3> t = {x.col(triangle[0]), x.col(triangle[1]), x.col(triangle[2])};
  if (orientation(t[0], t[1], t[2], p) * orientation(t[0], t[1], t[2], q) >= 0) return false;
  const auto [least, largest] = std::minmax(
      {orientation(p, q, t[0], t[1]), orientation(p, q, t[1], t[2]), orientation(p, q, t[2], t[0])});
  return least >= 0 || largest <= 0;
}

}  // namespace

std::vector<ContactPair> candidate_pairs(const ContactSurface& surface, const std::vector<char>& held,
                                         const Positions<double>& start, const Positions<double>& end,
                                         double reach) {
  std::vector<ContactPair> pairs;
  const std::vector<int>& vertices = surface.vertices;
  const std::vector<std::array<int, 2>>& edges = surface.edges;
  const std::vector<std::array<int, 3>>& triangles = surface.triangles;
  const auto is_apart = [&](int i, int j) { return std::ranges::count(triangles[j], vertices[i]) == 0; };
  for (const auto& [i, j] : overlaps(boxes_of_vertices(vertices, start, end, reach),
                                     boxes_of(triangles, start, end, 0), is_apart)) {
    const auto& [a, b, c] = triangles[j];
    const double weight = surface.vertex_areas.empty() ? 1 : surface.vertex_areas[i] / 4;
    const ContactPair pair{{vertices[i], a, b, c}, false, 0, weight};
    if (!all_held(held, pair.vertices)) pairs.push_back(pair);
  }
  const auto are_apart = [&](int i, int j) { return !share_a_vertex(edges[i], edges[j]); };
  for (const auto& [i, j] :
       overlaps(boxes_of(edges, start, end, reach), boxes_of(edges, start, end, 0), are_apart, true)) {
    const std::vector<double>& areas = surface.edge_areas;
    const ContactPair pair{{edges[i][0], edges[i][1], edges[j][0], edges[j][1]},
                           true,
                           mollifier_threshold(surface.edge_squares[i], surface.edge_squares[j]),
                           areas.empty() ? 1 : (areas[i] + areas[j]) / 4};
    if (!all_held(held, pair.vertices)) pairs.push_back(pair);
  }
  return pairs;
}

bool may_come_near(const ContactPair& pair, const Positions<double>& start, const Positions<double>& end,
                   double reach) {
  const std::size_t first = pair.is_of_edges ? 2 : 1;
  const std::span<const int> vertices = pair.vertices;
  return box_of(vertices.first(first), start, end, reach)
      .overlaps(box_of(vertices.subspan(first), start, end, 0));
}

std::vector<std::array<int, 2>> edges_near_triangles(const ContactSurface& surface,
                                                     const std::vector<char>& held,
                                                     const Positions<double>& positions, double reach) {
  const auto is_pair = [&](int i, int j) {
    const auto& edge = surface.edges[i];
    const auto& triangle = surface.triangles[j];
    return !share_a_vertex(edge, triangle) && !(all_held(held, edge) && all_held(held, triangle));
  };
  return overlaps(boxes_of(surface.edges, positions, positions, reach),
                  boxes_of(surface.triangles, positions, positions, 0), is_pair);
}

bool is_crossing(const ContactSurface& surface, const Positions<double>& positions,
                 const std::array<int, 2>& edge_and_triangle) {
  const auto& edge = surface.edges[edge_and_triangle[0]];
  const auto& triangle = surface.triangles[edge_and_triangle[1]];
  return box_of(edge, positions, positions, 0).overlaps(box_of(triangle, positions, positions, 0)) &&
         crosses(edge, triangle, positions);
}

std::vector<std::array<int, 2>> intersections(const ContactSurface& surface, const std::vector<char>& held,
                                              const Positions<double>& positions) {
  std::vector<std::array<int, 2>> pairs = edges_near_triangles(surface, held, positions, 0);
  std::erase_if(pairs, [&](const auto& pair) { return !is_crossing(surface, positions, pair); });
  return pairs;
}

}  // namespace simbench
