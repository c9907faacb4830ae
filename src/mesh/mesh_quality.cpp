#include "mesh/mesh_quality.h"

#include <array>
#include <numbers>
#include <numeric>

namespace simbench {

namespace {

// Outward normals of the faces opposite to the corners, as long as twice the faces' areas.
Eigen::Matrix<double, 3, 4> face_normals(const Matrix3<double>& edges) {
  Eigen::Matrix<double, 3, 4> normals;
  for (int i = 0; i < 3; ++i) normals.col(i + 1) = -edges.col((i + 1) % 3).cross(edges.col((i + 2) % 3));
  normals.col(0) = -normals.rightCols<3>().rowwise().sum();  // a closed surface's normals add up to zero
  return normals;
}

double longest_edge(const Matrix3<double>& edges) {
  double squared = edges.colwise().squaredNorm().maxCoeff();
  for (int i = 0; i < 3; ++i) {
    squared = std::max(squared, (edges.col(i) - edges.col((i + 1) % 3)).squaredNorm());
  }
  return std::sqrt(squared);
}

// Vertices that tets join get the same root (union-find with path halving).
int count_components(const TetMesh& mesh) {
  std::vector<int> parent(mesh.vertex_count());
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int vertex) {
    while (parent[vertex] != vertex) vertex = parent[vertex] = parent[parent[vertex]];
    return vertex;
  };
  int components = static_cast<int>(mesh.vertex_count());
  for (const auto& tet : mesh.tets.colwise()) {
    for (int corner = 1; corner < 4; ++corner) {
      const int a = root(tet[0]), b = root(tet[corner]);
      components -= a != b;
      parent[a] = b;
    }
  }
  return components;
}

}  // namespace

MeshQuality mesh_quality(const TetMesh& mesh) {
  const VectorX<double> volumes = tet_volumes(mesh, mesh.rest_positions);
  MeshQuality quality{
      180, 0, 0, volumes.sum(), volumes.minCoeff(), volumes.maxCoeff(), count_components(mesh)};
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
  return quality;
}

}  // namespace simbench
