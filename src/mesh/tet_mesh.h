// A tetrahedral mesh at rest, and what follows from its shape alone.
#pragma once

#include <vector>

#include "math/types.h"

namespace simbench {

struct TetMesh {
  Positions<double> rest_positions;  // 3 × vertices [m]
  Eigen::Matrix<int, 4, Eigen::Dynamic> tets;  // 4 × tets, positively oriented: det(x₁−x₀, x₂−x₀, x₃−x₀) > 0

  Index vertex_count() const { return rest_positions.cols(); }
  Index tet_count() const { return tets.cols(); }
};

// The edge matrix D_s of a tet: columns x₁−x₀, x₂−x₀, x₃−x₀.
template <class Real>
Matrix3<Real> tet_edges(const Positions<Real>& positions, const int* tet) {
  Matrix3<Real> edges;
  for (int i = 0; i < 3; ++i) edges.col(i) = positions.col(tet[i + 1]) - positions.col(tet[0]);
  return edges;
}

// Signed volumes of the tets [m³].
VectorX<double> tet_volumes(const TetMesh& mesh, const Positions<double>& positions);

// Lumped masses [kg]: each tet gives a quarter of ρV to each of its corners.
VectorX<double> lumped_masses(const TetMesh& mesh, double density);

// For each vertex the elements' corners that it is, in ascending order: corner c of element e is number
// e·corners + c. This is the fixed order in which contributions of elements are added up at a vertex.
struct VertexCorners {
  std::vector<int> start;   // vertices + 1
  std::vector<int> corner;  // element · corners + c
};
VertexCorners vertex_corners(const Eigen::Matrix<int, 4, Eigen::Dynamic>& tets, Index vertex_count);

}  // namespace simbench
