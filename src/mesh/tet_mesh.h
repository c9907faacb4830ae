// A mesh at rest, of tets or of a surface's triangles, and quantities that depend only on its shape.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "math/types.h"

namespace simbench {

struct TetMesh {
  Positions<double> rest_positions;  // 3 × vertices [m]
  Eigen::Matrix<int, 4, Eigen::Dynamic> tets;  // 4 × tets, positively oriented: det(x₁−x₀, x₂−x₀, x₃−x₀) > 0
  std::vector<int> tags = {};         // one per tet, from the mesh's file; empty if there are none
  VectorX<double> point_masses = {};  // in addition to masses of tets; one per vertex [kg], or empty
  // Quadratic tets have vertices in the middle of their edges, too: 10 × tets, the corners and then the
  // middles of the edges 01, 02, 03, 12, 13, 23. Without columns if the tets are linear.
  Eigen::Matrix<int, 10, Eigen::Dynamic> quadratic_tets = {};
  // A surface has triangles instead of tets; neighbours run through their edge in opposite directions.
  Eigen::Matrix<int, 3, Eigen::Dynamic> triangles = {};  // 3 × triangles
  double thickness = 0;                                  // of the surface [m]

  Index vertex_count() const { return rest_positions.cols(); }
  Index tet_count() const { return tets.cols(); }
  Index triangle_count() const { return triangles.cols(); }
  bool is_quadratic() const { return quadratic_tets.cols() > 0; }
};

// Larger meshes are refused: the indices of Newton's factor would not fit into 32 bits, and a solver keeps
// about a kilobyte per tet.
constexpr double largest_tet_count = 1.5e6;

// The edge matrix D_s of a tet: columns x₁−x₀, x₂−x₀, x₃−x₀.
template <class Real>
Matrix3<Real> tet_edges(const Positions<Real>& positions, const int* tet) {
  Matrix3<Real> edges;
  for (int i = 0; i < 3; ++i) edges.col(i) = positions.col(tet[i + 1]) - positions.col(tet[0]);
  return edges;
}

// A hash of positions, tets and triangles.
std::string mesh_sha256(const TetMesh& mesh);

// The mesh with quadratic tets: each edge gets a vertex in its middle. The new vertices come after the
// corners, in the order in which the tets meet them.
TetMesh with_middles(TetMesh mesh);

// Signed volumes of the tets [m³].
VectorX<double> tet_volumes(const TetMesh& mesh, const Positions<double>& positions);
void tet_volumes(const TetMesh& mesh, const Positions<double>& positions, VectorX<double>& volumes);

// 3 × tets; centroids at rest [m].
Positions<double> tet_centroids(const TetMesh& mesh);

// Areas of the triangles [m²].
VectorX<double> triangle_areas(const TetMesh& mesh, const Positions<double>& positions);

// Lumped masses [kg]: each tet gives a quarter of ρV to each of its corners, each triangle a third of ρ t A
// with the surface's thickness t. A quadratic tet gives 1/36 of ρV to each corner and 4/27 to each middle,
// in the proportion of the diagonal of its consistent mass matrix (Hinton, Rock and Zienkiewicz 1976). Point
// masses are added. densities: of each tet, or of each triangle [kg/m³].
VectorX<double> lumped_masses(const TetMesh& mesh, const VectorX<double>& densities);
// With the same density everywhere.
VectorX<double> lumped_masses(const TetMesh& mesh, double density);

// Where each of the numbers 0 … count − 1 occurs in a list, in ascending order. In the list of all tets'
// corners, for example, a vertex occurs at 4 · tet + corner.
struct Occurrences {
  std::vector<int> start;  // count + 1
  std::vector<int> place;

  std::span<const int> of(Index value) const {
    return {place.begin() + start[value], place.begin() + start[value + 1]};
  }
};
Occurrences occurrences(std::span<const int> list, Index count);

}  // namespace simbench
