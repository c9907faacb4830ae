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
  // False where Eigen finds no pivot in A, which is square and has both triangles.
  bool factorize(const Eigen::SparseMatrix<Real>& A);
  // A x = b.
  VectorX<Real> solve(const VectorX<Real>& b) const;

 private:
  struct Factorisation;
  std::unique_ptr<Factorisation> factorisation_;
};

}  // namespace simbench
