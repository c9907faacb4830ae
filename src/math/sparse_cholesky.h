// Sparse LDLᵀ factorisation of a symmetric positive definite matrix, and solves with several right-hand sides
// at once.
#pragma once

#include <Eigen/SparseCholesky>
#include <string>

#include "math/types.h"

namespace simbench {

template <class Real>
using SparseMatrix = Eigen::SparseMatrix<Real, Eigen::ColMajor, int>;

template <class Real>
class SparseCholesky {
 public:
  static constexpr const char* ordering_name = "AMD (Eigen)";

  // Orders and analyses the pattern of the lower triangle of A. Needed once a pattern.
  void analyze(const SparseMatrix<Real>& A);

  // Factorises A, whose pattern has been analysed. False if A has a non-finite entry or is not positive
  // definite (Eigen's own info() says Success to both); failure() then says which.
  bool factorize(const SparseMatrix<Real>& A);
  const std::string& failure() const { return failure_; }

  // Solves A X = B in place for B given transposed: one column an unknown, Components right-hand sides
  // interleaved. Components = 3: B is 3 × n, each row a right-hand side (positions). Components = 1: B is 1 ×
  // n. Allocates nothing.
  template <int Components>
  void solve_in_place(Eigen::Ref<Eigen::Matrix<Real, Components, Eigen::Dynamic>> B) const;

 private:
  Eigen::SimplicialLDLT<SparseMatrix<Real>, Eigen::Lower, Eigen::AMDOrdering<int>> factorisation_;
  VectorX<Real> inverse_diagonal_;
  mutable VectorX<Real> workspace_;  // 3 × unknowns: the right-hand sides in elimination order
  std::string failure_;
};

}  // namespace simbench
