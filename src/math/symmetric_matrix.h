// A dense symmetric n × n matrix that is far larger than the caches. It keeps the lower triangle, column by
// column:
//
//   column 0                column 1          column 2
//   │ M₀₀ M₁₀ M₂₀ … M_n0    │ M₁₁ M₂₁ …       │ M₂₂ …
//
// A product reads the triangle once, four columns at a time, and uses each entry twice. An update of rank two
// is only noted; the next product, which reads and writes each entry anyway, adds it. So one update and one
// product move the triangle through memory once.
#pragma once

#include <vector>

#include "math/types.h"

namespace simbench {

template <class Real>
class SymmetricMatrix {
 public:
  // Sets the size, n. The entries are undefined.
  void resize(Index size);
  Index size() const { return size_; }

  // Of entries on and below the diagonal: row ≥ column. They lack a noted update.
  Real& entry(Index row, Index column) { return column_of(column)[row]; }
  // M ← M + s vᵀ + v sᵀ. At most one update between two products.
  void update(const VectorX<Real>& s, const VectorX<Real>& v);
  // result ← M x. The same bits with any number of threads and in lanes of any width.
  void multiply(const VectorX<Real>& x, VectorX<Real>& result);
  // All n × n entries, for tests and small matrices.
  MatrixX<Real> dense() const;

 private:
  Real* column_of(Index column) { return lower_.data() + column * (2 * size_ - column - 1) / 2; }
  template <int Columns>
  void multiply_columns(Index first, const VectorX<Real>& x, VectorX<Real>& sum);

  Index size_ = 0;
  VectorX<Real> lower_;
  VectorX<Real> s_, v_;              // the noted update; zero if there is none
  std::vector<VectorX<Real>> sums_;  // of each strip of columns
};

}  // namespace simbench
