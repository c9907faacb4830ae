#include "mesh/mesh_quality.h"

#include <algorithm>
#include <array>
#include <numbers>
#include <numeric>
#include <set>

namespace simbench {

namespace {

// Outward normals of the faces opposite to the corners. Their length is twice the face's area.
Eigen::Matrix<double, 3, 4> face_normals(const Matrix3<double>& edges) {
  Eigen::Matrix<double, 3, 4> normals;
  for (int i = 0; i < 3; ++i) normals.col(i + 1) = -edges.col((i + 1) % 3).cross(edges.col((i + 2) % 3));
  normals.col(0) = -normals.rightCols<3>().rowwise().sum();  // the normals of a closed surface add up to zero
  return normals;
}

double longest_edge(const Matrix3<double>& edges) {
  double squared = edges.colwise().squaredNorm().maxCoeff();
  for (int i = 0; i < 3; ++i) {
    squared = std::max(squared, (edges.col(i) - edges.col((i + 1) % 3)).squaredNorm());
  }
  return std::sqrt(squared);
}

// Counts each vertex that lies near an earlier one. Vertices are sorted along a slanted direction, in which
// few vertices of a regular mesh coincide, so that few pairs need a comparison.
Index count_coincident(const Positions<double>& positions) {
  const double tolerance = 1e-9 * (positions.rowwise().maxCoeff() - positions.rowwise().minCoeff()).norm();
  const VectorX<double> along =
      Vector3<double>(1, std::numbers::sqrt2, std::numbers::pi).normalized().transpose() * positions;
  std::vector<int> order(positions.cols());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return along[a] < along[b]; });
  Index count = 0;
  for (std::size_t i = 1; i < order.size(); ++i) {
    const auto is_near = [&](int other) {
      return (positions.col(order[i]) - positions.col(other)).norm() <= tolerance;
    };
    std::size_t first = i;
    while (first > 0 && along[order[i]] - along[order[first - 1]] <= tolerance) --first;
    count += std::any_of(order.begin() + first, order.begin() + i, is_near);
  }
  return count;
}

}  // namespace

// Union-find with path halving.
std::vector<int> components(const TetMesh& mesh) {
  std::vector<int> parent(mesh.vertex_count());
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int vertex) {
    while (parent[vertex] != vertex) vertex = parent[vertex] = parent[parent[vertex]];
    return vertex;
  };
  for (const auto& tet : mesh.tets.colwise()) {
    for (int corner = 1; corner < 4; ++corner) parent[root(tet[0])] = root(tet[corner]);
  }
  for (const auto& tet : mesh.quadratic_tets.colwise()) {
    for (int middle = 4; middle < 10; ++middle) parent[root(tet[0])] = root(tet[middle]);
  }
  for (const auto& triangle : mesh.triangles.colwise()) {
    for (int corner = 1; corner < 3; ++corner) parent[root(triangle[0])] = root(triangle[corner]);
  }
  for (int vertex = 0; vertex < static_cast<int>(parent.size()); ++vertex) parent[vertex] = root(vertex);
  return parent;
}

MeshQuality mesh_quality(const TetMesh& mesh) {
  const VectorX<double> volumes = tet_volumes(mesh, mesh.rest_positions);
  const std::vector<int> component = components(mesh);
  MeshQuality quality{.smallest_dihedral_angle = 180,
                      .largest_dihedral_angle = 0,
                      .worst_aspect_ratio = 0,
                      .volume = volumes.sum(),
                      .smallest_tet_volume = mesh.tet_count() > 0 ? volumes.minCoeff() : 0,
                      .largest_tet_volume = mesh.tet_count() > 0 ? volumes.maxCoeff() : 0,
                      .components = static_cast<int>(std::set(component.begin(), component.end()).size()),
                      .coincident_vertices = count_coincident(mesh.rest_positions)};
  for (Index tet = 0; tet < mesh.tet_count(); ++tet) {
    const Matrix3<double> edges = tet_edges(mesh.rest_positions, mesh.tets.col(tet).data());
    const Eigen::Matrix<double, 3, 4> normals = face_normals(edges);
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < i; ++j) {
        const Vector3<double> a = normals.col(i), b = normals.col(j);
        const double angle = 180 - std::atan2(a.cross(b).norm(), a.dot(b)) * 180 / std::numbers::pi;
        quality.smallest_dihedral_angle = std::min(quality.smallest_dihedral_angle, angle);
        quality.largest_dihedral_angle = std::max(quality.largest_dihedral_angle, angle);
      }
    }
    const double inscribed_radius = 6 * volumes[tet] / normals.colwise().norm().sum();
    quality.worst_aspect_ratio =
        std::max(quality.worst_aspect_ratio, longest_edge(edges) / (2 * std::sqrt(6.0) * inscribed_radius));
  }
  for (const int tag : mesh.tags) ++quality.tets_of_tag[tag];
  return quality;
}

}  // namespace simbench
