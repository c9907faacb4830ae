#include "mesh/tet_mesh.h"

#include <Eigen/LU>
#include <algorithm>
#include <map>

#include "base/sha256.h"
#include "math/parallel.h"

namespace simbench {

std::string mesh_sha256(const TetMesh& mesh) {
  Sha256 hash;
  hash.update(std::span(mesh.rest_positions.data(), static_cast<std::size_t>(mesh.rest_positions.size())));
  hash.update(std::span(mesh.tets.data(), static_cast<std::size_t>(mesh.tets.size())));
  hash.update(std::span(mesh.quadratic_tets.data(), static_cast<std::size_t>(mesh.quadratic_tets.size())));
  hash.update(std::span(mesh.triangles.data(), static_cast<std::size_t>(mesh.triangles.size())));
  return hash.hex();
}

VectorX<double> tet_volumes(const TetMesh& mesh, const Positions<double>& positions) {
  VectorX<double> volumes;
  tet_volumes(mesh, positions, volumes);
  return volumes;
}

void tet_volumes(const TetMesh& mesh, const Positions<double>& positions, VectorX<double>& volumes) {
  volumes.resize(mesh.tet_count());
  parallel_chunks(mesh.tet_count(), [&](Index begin, Index end, Index) {
    for (Index tet = begin; tet < end; ++tet) {
      // tet_edges() written out, because -O2 unrolls no loop: two and a half times as fast.
      const auto x = [&](int corner) {
        return Eigen::Map<const Vector3<double>>(positions.col(mesh.tets(corner, tet)).data());
      };
      Matrix3<double> edges;
      edges.col(0) = x(1) - x(0);
      edges.col(1) = x(2) - x(0);
      edges.col(2) = x(3) - x(0);
      volumes[tet] = edges.determinant() / 6;
    }
  });
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

VectorX<double> lumped_masses(const TetMesh& mesh, const VectorX<double>& densities) {
  const VectorX<double> volumes = tet_volumes(mesh, mesh.rest_positions);
  VectorX<double> masses = mesh.point_masses;
  if (masses.size() == 0) masses.setZero(mesh.vertex_count());
  for (Index tet = 0; tet < mesh.tet_count(); ++tet) {
    const double mass = densities[tet] * volumes[tet];
    if (mesh.is_quadratic()) {
      const auto nodes = mesh.quadratic_tets.col(tet);
      for (int node = 0; node < 10; ++node) masses[nodes[node]] += node < 4 ? mass / 36 : mass * 4 / 27;
    } else {
      for (const int corner : mesh.tets.col(tet)) masses[corner] += mass / 4;
    }
  }
  const VectorX<double> areas = triangle_areas(mesh, mesh.rest_positions);
  for (Index i = 0; i < mesh.triangle_count(); ++i) {
    for (const int vertex : mesh.triangles.col(i))
      masses[vertex] += densities[i] * mesh.thickness * areas[i] / 3;
  }
  return masses;
}

VectorX<double> lumped_masses(const TetMesh& mesh, double density) {
  return lumped_masses(mesh, VectorX<double>::Constant(mesh.tet_count() + mesh.triangle_count(), density));
}

TetMesh with_middles(TetMesh mesh) {
  std::map<std::pair<int, int>, int> middles;  // the vertex in the middle of the edge between two vertices
  std::vector<std::pair<int, int>> edges;
  const auto corner_count = static_cast<int>(mesh.vertex_count());
  mesh.quadratic_tets.resize(10, mesh.tet_count());
  for (Index tet = 0; tet < mesh.tet_count(); ++tet) {
    auto nodes = mesh.quadratic_tets.col(tet);
    nodes.head<4>() = mesh.tets.col(tet);
    int node = 4;
    for (int a = 0; a < 4; ++a) {
      for (int b = a + 1; b < 4; ++b) {
        const std::pair<int, int> edge = std::minmax(nodes[a], nodes[b]);
        const auto [place, is_new] = middles.try_emplace(edge, corner_count + static_cast<int>(edges.size()));
        if (is_new) edges.push_back(edge);
        nodes[node++] = place->second;
      }
    }
  }
  mesh.rest_positions.conservativeResize(3, corner_count + static_cast<Index>(edges.size()));
  for (std::size_t i = 0; i < edges.size(); ++i) {
    mesh.rest_positions.col(corner_count + static_cast<Index>(i)) =
        (mesh.rest_positions.col(edges[i].first) + mesh.rest_positions.col(edges[i].second)) / 2;
  }
  if (mesh.point_masses.size() > 0) {
    mesh.point_masses.conservativeResize(mesh.vertex_count());
    mesh.point_masses.tail(mesh.vertex_count() - corner_count).setZero();
  }
  return mesh;
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
