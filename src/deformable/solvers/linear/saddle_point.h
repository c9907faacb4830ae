// The saddle-point system with geometric stiffness (Ledwon 2024, Eq. 3.44 and 3.45):
//
//   ⎡ M − Σ Λ_j ∇²C_j   −Jᵀ ⎤ ⎡δ ⎤   ⎡g⎤
//   ⎣        J           α̃  ⎦ ⎣Λ'⎦ = ⎣r⎦
//
// Its block of positions is not diagonal and may be indefinite, so there is no sparse Schur complement: it is
// solved whole, by an LU factorisation. With the unknowns M^½ δ and (h²/α)^−½ Λ' all its entries are numbers
// without units, so that pivots do not depend on the units of a scene.
#pragma once

#include "deformable/solvers/kernels/constraint_curvature.h"
#include "deformable/solvers/kernels/jacobian_rank.h"
#include "math/sparse_lu.h"

namespace simbench {

template <class Real>
class SaddlePoint {
 public:
  // Replaces g [kg m] by δ [m], and r by Λ'. `multipliers` are Λ, `inverse_masses` are zero at held vertices,
  // `weights` are h²/α, or a scale of the same unit where α = 0. Hard constraints have α̃ = 0, except where
  // they have no gradient. Returns false if the matrix is singular.
  bool solve(const JacobianEntries<Real>& J, const ConstraintCurvature<Real>& curvature,
             const VectorX<Real>& multipliers, const VectorX<Real>& inverse_masses,
             const VectorX<Real>& weights, const std::vector<char>& is_hard, Positions<Real>& g,
             VectorX<Real>& r) {
    const Index coordinates = g.size(), size = coordinates + r.size();
    const VectorX<Real> vertex_scale = inverse_masses.cwiseSqrt(), scale = weights.cwiseSqrt();
    entries_.clear();
    for (Index i = 0; i < coordinates; ++i) entries_.emplace_back(i, i, Real(1));
    curvature.for_each([&](int constraint, int a, int b, const Matrix3<Real>& block) {
      const Real factor = -multipliers[constraint] * vertex_scale[a] * vertex_scale[b];
      for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) entries_.emplace_back(3 * a + i, 3 * b + k, factor * block(i, k));
      }
    });
    std::vector<char> has_gradient(r.size(), 0);
    for (std::size_t entry = 0; entry < J.gradients.size(); ++entry) {
      const int vertex = J.vertices[entry], constraint = J.constraints[entry];
      const Index row = coordinates + constraint;
      const Vector3<Real> column = scale[constraint] * vertex_scale[vertex] * J.gradients[entry];
      if (!column.isZero(0)) has_gradient[constraint] = 1;
      for (int i = 0; i < 3; ++i) {
        entries_.emplace_back(row, 3 * vertex + i, column[i]);
        entries_.emplace_back(3 * vertex + i, row, column[i]);
      }
    }
    for (Index i = 0; i < r.size(); ++i) {
      if (!is_hard[i] || !has_gradient[i]) entries_.emplace_back(coordinates + i, coordinates + i, Real(-1));
    }
    SparseMatrix<Real> matrix(size, size);
    matrix.setFromTriplets(entries_.begin(), entries_.end());
    VectorX<Real> side(size);
    side.head(coordinates) = (g * vertex_scale.asDiagonal()).reshaped();
    side.tail(r.size()) = scale.cwiseProduct(r);
    SparseLu<Real> factorised;
    if (!factorised.factorize(matrix)) return false;
    side = factorised.solve(side);
    g.reshaped() = side.head(coordinates);
    g *= vertex_scale.asDiagonal();
    r = -scale.cwiseProduct(side.tail(r.size()));
    return side.allFinite();
  }

 private:
  std::vector<Eigen::Triplet<Real>> entries_;
};

}  // namespace simbench
