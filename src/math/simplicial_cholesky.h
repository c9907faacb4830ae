// Sparse LDLᵀ factorisation column by column, by Eigen, with a plain triangular solve of three right-hand sides at once:
// what published codes have. sparse_cholesky.h is the fast one.
#pragma once

#include <Eigen/SparseCholesky>

#include "math/matrix_defect.h"
#include "math/types.h"

namespace simbench {

template <class Real>
class SimplicialCholesky {
 public:
  // Orders (AMD), analyses and factorises A (n × n, both triangles or the lower one). False if A has a non-finite entry or is
  // not positive definite (Eigen's own info() says Success to both); defect() then says which.
  bool factorize(const Eigen::SparseMatrix<Real>& A);
  MatrixDefect defect() const { return defect_; }
  static const char* ordering() { return "minimum degree (AMD)"; }

  // Solves A X = B in place for B given transposed, 3 × n. Allocates nothing.
  void solve_in_place(Positions<Real>& B);

 private:
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<Real>, Eigen::Lower, Eigen::AMDOrdering<int>> factorisation_;
  VectorX<Real> inverse_diagonal_;
  Positions<Real> workspace_;  // the right-hand sides in elimination order
  MatrixDefect defect_ = MatrixDefect::none;
};

}  // namespace simbench
