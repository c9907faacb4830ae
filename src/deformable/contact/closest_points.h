// The closest points of a point and a triangle, or of two edges, as signed weights c of the four vertices:
// the vector between the closest points is r = Σ c_i x_i, and the squared distance D = |r|². The weights of
// the first primitive (the point, the first edge) are positive, those of the second one negative.
//
// The weights minimise D over their free parameters t, of which there are 0 (two vertices), 1 (a vertex and
// an edge) or 2. With r_k = ∂r/∂t_k, all of these cases have the same derivatives:
//
//   ∂D/∂x_i = 2 c_i r,   ∂²D/∂x_i ∂x_j = 2 c_i c_j I − Σ_kl A_ki (H⁻¹)_kl A_ljᵀ,
//   A_ki = 2 (c_i r_k + (∂c_i/∂t_k) r),   H_kl = 2 r_k·r_l
#pragma once

#include <array>

#include "math/types.h"

namespace simbench {

using FourPoints = Eigen::Matrix<double, 3, 4>;  // [m]
using Matrix12 = Eigen::Matrix<double, 12, 12>;
using Vector12 = Eigen::Matrix<double, 12, 1>;

struct ClosestPoints {
  Eigen::Vector4d weights;                                                       // c
  int free = 0;                                                                  // number of free parameters
  std::array<Eigen::Vector4d, 2> derivatives;                                    // ∂c/∂t_k
  Vector3<double> difference(const FourPoints& x) const { return x * weights; }  // r [m]
};

// Of x₀ and the triangle x₁x₂x₃.
ClosestPoints closest_points_of_triangle(const FourPoints& x);
// Of the edges x₀x₁ and x₂x₃.
ClosestPoints closest_points_of_edges(const FourPoints& x);

// ∂²D/∂x² [1], for the unknowns in the order of the vertices.
Matrix12 squared_distance_hessian(const ClosestPoints& closest, const FourPoints& x);

}  // namespace simbench
