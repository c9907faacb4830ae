// Sparse LDLᵀ factorisation column by column, by Eigen, with a plain triangular solve of three right-hand
// sides at once, as in published codes. sparse_cholesky.h is faster.
#pragma once

#include <Eigen/SparseCholesky>

#include "math/matrix_defect.h"
#include "math/types.h"

namespace simbench {

template <class Real>
class SimplicialCholesky {
 public:
  // Orders (AMD), analyses and factorises A (n × n, both triangles or only the lower one). Returns false if A
  // has a non-finite entry or is not positive definite; defect() names the reason. (Eigen's own info() is
  // Success in both cases.)
  bool factorize(const Eigen::SparseMatrix<Real>& A);
  MatrixDefect defect() const { return defect_; }
  static const char* ordering() { return "minimum degree (AMD)"; }

  // Solves A X = B in place. B is stored transposed, 3 × n. Allocates nothing.
  void solve_in_place(Positions<Real>& B);

 private:
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<Real>, Eigen::Lower, Eigen::AMDOrdering<int>> factorisation_;
  VectorX<Real> inverse_diagonal_;
  Positions<Real> workspace_;  // the right-hand sides in elimination order
  MatrixDefect defect_ = MatrixDefect::none;
};

}  // namespace simbench
