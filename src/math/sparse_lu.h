// Eigen's sparse LU factorisation. Its templates are compiled only in sparse_lu.cpp.
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
  // A is square, with both triangles. Returns false if Eigen finds no pivot.
  bool factorize(const Eigen::SparseMatrix<Real>& A);
  // Returns x with A x = b.
  VectorX<Real> solve(const VectorX<Real>& b) const;

 private:
  struct Factorisation;
  std::unique_ptr<Factorisation> factorisation_;
};

}  // namespace simbench
