#include "mesh/tet_mesh.h"

#include <Eigen/LU>

#include "base/sha256.h"

namespace simbench {

std::string mesh_sha256(const TetMesh& mesh) {
  Sha256 hash;
  hash.update(std::span(mesh.rest_positions.data(), static_cast<std::size_t>(mesh.rest_positions.size())));
  hash.update(std::span(mesh.tets.data(), static_cast<std::size_t>(mesh.tets.size())));
  hash.update(std::span(mesh.triangles.data(), static_cast<std::size_t>(mesh.triangles.size())));
  return hash.hex();
}

VectorX<double> tet_volumes(const TetMesh& mesh, const Positions<double>& positions) {
  VectorX<double> volumes(mesh.tet_count());
  for (Index tet = 0; tet < mesh.tet_count(); ++tet) {
    volumes[tet] = tet_edges(positions, mesh.tets.col(tet).data()).determinant() / 6;
  }
  return volumes;
}

Positions<double> tet_centroids(const TetMesh& mesh) {
  Positions<double> centroids = Positions<double>::Zero(3, mesh.tet_count());
  for (Index tet = 0; tet < mesh.tet_count(); ++tet) {
    for (const int vertex : mesh.tets.col(tet)) centroids.col(tet) += mesh.rest_positions.col(vertex) / 4;
  }
  return centroids;
}

VectorX<double> triangle_areas(const TetMesh& mesh, const Positions<double>& positions) {
  VectorX<double> areas(mesh.triangle_count());
  for (Index i = 0; i < mesh.triangle_count(); ++i) {
    const Vector3<double> first = positions.col(mesh.triangles(0, i));
    const Vector3<double> a = positions.col(mesh.triangles(1, i)) - first;
    const Vector3<double> b = positions.col(mesh.triangles(2, i)) - first;
    areas[i] = a.cross(b).norm() / 2;
  }
  return areas;
}

VectorX<double> lumped_masses(const TetMesh& mesh, double density) {
  const VectorX<double> volumes = tet_volumes(mesh, mesh.rest_positions);
  VectorX<double> masses = mesh.point_masses;
  if (masses.size() == 0) masses.setZero(mesh.vertex_count());
  for (Index tet = 0; tet < mesh.tet_count(); ++tet) {
    for (int corner = 0; corner < 4; ++corner) masses[mesh.tets(corner, tet)] += density * volumes[tet] / 4;
  }
  const VectorX<double> areas = triangle_areas(mesh, mesh.rest_positions);
  for (Index i = 0; i < mesh.triangle_count(); ++i) {
    for (const int vertex : mesh.triangles.col(i)) masses[vertex] += density * mesh.thickness * areas[i] / 3;
  }
  return masses;
}

Occurrences occurrences(std::span<const int> list, Index count) {
  Occurrences result;
  result.start.assign(count + 1, 0);
  for (const int value : list) ++result.start[value + 1];
  for (Index value = 0; value < count; ++value) result.start[value + 1] += result.start[value];
  result.place.resize(list.size());
  std::vector<int> next(result.start.begin(), result.start.end() - 1);
  for (std::size_t i = 0; i < list.size(); ++i) result.place[next[list[i]]++] = static_cast<int>(i);
  return result;
}

}  // namespace simbench
