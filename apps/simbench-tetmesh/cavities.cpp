#include "simbench-tetmesh/cavities.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <limits>
#include <map>
#include <numeric>

namespace simbench {

namespace {

// Edges x₁−x₀, x₂−x₀ of a triangle.
struct Triangle {
  Vector3<double> origin, edge1, edge2;
  Vector3<double> area_vector() const { return edge1.cross(edge2) / 2; }
  Vector3<double> centroid() const { return origin + (edge1 + edge2) / 3; }
};

Triangle triangle_of(const TriangleSurface& surface, Index triangle) {
  const auto corner = [&](int i) { return surface.vertices.col(surface.triangles(i, triangle)); };
  return {corner(0), corner(1) - corner(0), corner(2) - corner(0)};
}

// The connected components: sets of triangles that are connected through shared vertices.
std::vector<std::vector<Index>> components(const TriangleSurface& surface) {
  std::vector<int> parent(surface.vertices.cols());
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int vertex) {
    while (parent[vertex] != vertex) vertex = parent[vertex] = parent[parent[vertex]];
    return vertex;
  };
  for (const auto& triangle : surface.triangles.colwise()) {
    parent[root(triangle[1])] = root(triangle[0]);
    parent[root(triangle[2])] = root(triangle[0]);
  }
  std::map<int, std::vector<Index>> by_root;
  for (Index t = 0; t < surface.triangles.cols(); ++t) by_root[root(surface.triangles(0, t))].push_back(t);
  std::vector<std::vector<Index>> result;
  result.reserve(by_root.size());
  for (auto& [vertex, triangles] : by_root) result.push_back(std::move(triangles));
  return result;
}

// The distance from the start of a ray to the surface, in units of `direction`. A hit on an edge counts for
// both triangles.
double distance_to_surface(const TriangleSurface& surface, const Vector3<double>& start,
                           const Vector3<double>& direction, Index ignored) {
  constexpr double tolerance = 1e-9;
  double nearest = std::numeric_limits<double>::infinity();
  for (Index t = 0; t < surface.triangles.cols(); ++t) {
    const Triangle triangle = triangle_of(surface, t);
    Matrix3<double> columns;  // start + s direction = origin + u edge1 + v edge2
    columns << -direction, triangle.edge1, triangle.edge2;
    const Vector3<double> suv = columns.inverse() * (start - triangle.origin);
    const bool hit =
        suv[0] > 0 && suv[1] > -tolerance && suv[2] > -tolerance && suv[1] + suv[2] < 1 + tolerance;
    if (t != ignored && hit) nearest = std::min(nearest, suv[0]);
  }
  return nearest;
}

}  // namespace

// Each point is halfway from the centroid of the component's largest triangle to the opposite triangle.
std::vector<Vector3<double>> points_in_cavities(const TriangleSurface& surface) {
  std::vector<Vector3<double>> points;
  for (const std::vector<Index>& component : components(surface)) {
    const Vector3<double> reference = triangle_of(surface, component.front()).origin;
    double volume = 0;
    Index largest = component.front();
    for (const Index t : component) {
      const Triangle triangle = triangle_of(surface, t);
      volume += triangle.area_vector().dot(triangle.origin - reference) / 3;
      if (triangle.area_vector().norm() > triangle_of(surface, largest).area_vector().norm()) largest = t;
    }
    if (volume >= 0) continue;
    const Triangle triangle = triangle_of(surface, largest);
    const Vector3<double> inwards = triangle.area_vector().normalized();  // out of the solid
    const double distance = distance_to_surface(surface, triangle.centroid(), inwards, largest);
    points.push_back(triangle.centroid() + distance / 2 * inwards);
  }
  return points;
}

}  // namespace simbench
