// A quadratic with constraints:  ⎡A  Jᵀ⎤ ⎡x⎤   ⎡b⎤
//                                ⎣J  0 ⎦ ⎣μ⎦ = ⎣c⎦ ,
// solved by an LU factorisation. Unknowns are scaled so that A has ones on its diagonal and rows of J have
// length 1: then pivots do not depend on the units of a scene.
#pragma once

#include <cmath>

#include "deformable/solvers/kernels/jacobian_rank.h"
#include "math/sparse_lu.h"

namespace simbench {

// Replaces b by x, and c by μ. Reads the lower triangle of A, which must be positive definite. A row of J
// without a gradient has μ = 0. Returns false if the matrix is singular.
template <class Real>
bool solve_constrained(const SparseMatrix<Real>& A, const JacobianEntries<Real>& J, Positions<Real>& b,
                       VectorX<Real>& c) {
  const Index coordinates = b.size(), size = coordinates + c.size();
  VectorX<Real> scale = VectorX<Real>::Zero(size);
  scale.head(coordinates) = A.diagonal().cwiseSqrt().cwiseInverse();
  for (std::size_t i = 0; i < J.gradients.size(); ++i) {
    scale[coordinates + J.constraints[i]] +=
        J.gradients[i].cwiseProduct(scale.template segment<3>(3 * J.vertices[i])).squaredNorm();
  }
  std::vector<Eigen::Triplet<Real>> entries;
  for (Index row = coordinates; row < size; ++row) {
    if (scale[row] == 0) {
      entries.emplace_back(row, row, Real(1));
    } else {
      scale[row] = 1 / std::sqrt(scale[row]);
    }
  }
  const auto add = [&](Index row, Index column, Real value) {
    const Real scaled = scale[row] * scale[column] * value;
    entries.emplace_back(row, column, scaled);
    if (row != column) entries.emplace_back(column, row, scaled);
  };
  for (Index column = 0; column < coordinates; ++column) {
    for (typename SparseMatrix<Real>::InnerIterator entry(A, column); entry; ++entry) {
      if (entry.row() >= column) add(entry.row(), column, entry.value());
    }
  }
  for (std::size_t i = 0; i < J.gradients.size(); ++i) {
    for (int k = 0; k < 3; ++k) add(coordinates + J.constraints[i], 3 * J.vertices[i] + k, J.gradients[i][k]);
  }
  SparseMatrix<Real> matrix(size, size);
  matrix.setFromTriplets(entries.begin(), entries.end());
  VectorX<Real> side(size);
  side << b.reshaped(), c;
  side = scale.cwiseProduct(side);
  SparseLu<Real> factorised;
  if (!factorised.factorize(matrix)) return false;
  side = scale.cwiseProduct(factorised.solve(side));
  b.reshaped() = side.head(coordinates);
  c = side.tail(c.size());
  return side.allFinite();
}

}  // namespace simbench
