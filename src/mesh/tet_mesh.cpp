#include "mesh/tet_mesh.h"

#include <Eigen/LU>

namespace simbench {

VectorX<double> tet_volumes(const TetMesh& mesh, const Positions<double>& positions) {
  VectorX<double> volumes(mesh.tet_count());
  for (Index tet = 0; tet < mesh.tet_count(); ++tet) {
    volumes[tet] = tet_edges(positions, mesh.tets.col(tet).data()).determinant() / 6;
  }
  return volumes;
}

VectorX<double> lumped_masses(const TetMesh& mesh, double density) {
  const VectorX<double> volumes = tet_volumes(mesh, mesh.rest_positions);
  VectorX<double> masses = VectorX<double>::Zero(mesh.vertex_count());
  for (Index tet = 0; tet < mesh.tet_count(); ++tet) {
    for (int corner = 0; corner < 4; ++corner) masses[mesh.tets(corner, tet)] += density * volumes[tet] / 4;
  }
  return masses;
}

VertexCorners vertex_corners(const Eigen::Matrix<int, 4, Eigen::Dynamic>& tets, Index vertex_count) {
  VertexCorners result;
  result.start.assign(vertex_count + 1, 0);
  for (const int vertex : tets.reshaped()) ++result.start[vertex + 1];
  for (Index vertex = 0; vertex < vertex_count; ++vertex) result.start[vertex + 1] += result.start[vertex];
  result.corner.resize(tets.size());
  std::vector<int> next(result.start.begin(), result.start.end() - 1);
  for (int corner = 0; corner < tets.size(); ++corner) {
    result.corner[next[tets.reshaped()[corner]]++] = corner;
  }
  return result;
}

}  // namespace simbench
