// Eigen's sparse LU factorisation, compiled once.
#pragma once

#include <Eigen/SparseCore>
#include <memory>

#include "math/types.h"

namespace simbench {

template <class Real>
class SparseLu {
 public:
  SparseLu();
  ~SparseLu();
  // False if A, a whole square matrix, is singular.
  bool factorize(const Eigen::SparseMatrix<Real>& A);
  // A x = b.
  VectorX<Real> solve(const VectorX<Real>& b) const;

 private:
  struct Factorisation;
  std::unique_ptr<Factorisation> factorisation_;
};

}  // namespace simbench
