// LU of a banded matrix with partial pivoting. Time is proportional to size × bandwidth², memory to
// size × bandwidth. The storage is the same as in LAPACK's gbtrf.
#pragma once

#include <vector>

#include "math/types.h"

namespace simbench::rigid {

class BandedLu {
 public:
  // Sets the matrix to zero, with `width` diagonals on either side of the main one.
  void reset(Index size, Index width) {
    size_ = size;
    width_ = width;
    height_ = 3 * width + 1;  // pivoting doubles the upper diagonals
    values_.assign(static_cast<std::size_t>(size * height_), 0);
  }
  void add(Index row, Index column, double value) { at(row, column) += value; }

  // Returns false if a pivot is smaller than `smallest_pivot`.
  bool factorize(double smallest_pivot) {
    pivots_.resize(static_cast<std::size_t>(size_));
    for (Index k = 0; k < size_; ++k) {
      const Index last = std::min(k + width_, size_ - 1), end = std::min(k + 2 * width_, size_ - 1);
      Index pivot = k;
      for (Index i = k + 1; i <= last; ++i) {
        if (std::abs(at(i, k)) > std::abs(at(pivot, k))) pivot = i;
      }
      pivots_[static_cast<std::size_t>(k)] = pivot;
      if (!(std::abs(at(pivot, k)) >= smallest_pivot)) return false;
      if (pivot != k) {
        for (Index j = k; j <= end; ++j) std::swap(at(k, j), at(pivot, j));
      }
      double* const column = &at(k, k);
      for (Index i = 1; i <= last - k; ++i) column[i] /= column[0];
      for (Index j = k + 1; j <= end; ++j) {
        double* const other = &at(k, j);
        const double factor = other[0];
        if (factor == 0) continue;
        for (Index i = 1; i <= last - k; ++i) other[i] -= column[i] * factor;
      }
    }
    return true;
  }
  void solve_in_place(VectorX<double>& x) const {
    for (Index k = 0; k < size_; ++k) {
      std::swap(x[k], x[pivots_[static_cast<std::size_t>(k)]]);
      const Index last = std::min(k + width_, size_ - 1);
      for (Index i = k + 1; i <= last; ++i) x[i] -= at(i, k) * x[k];
    }
    for (Index k = size_ - 1; k >= 0; --k) {
      x[k] /= at(k, k);
      for (Index i = std::max<Index>(0, k - 2 * width_); i < k; ++i) x[i] -= at(i, k) * x[k];
    }
  }

 private:
  double& at(Index row, Index column) {
    return values_[static_cast<std::size_t>(column * height_ + 2 * width_ + row - column)];
  }
  double at(Index row, Index column) const {
    return values_[static_cast<std::size_t>(column * height_ + 2 * width_ + row - column)];
  }

  Index size_ = 0, width_ = 0, height_ = 0;
  std::vector<double> values_;
  std::vector<Index> pivots_;
};

}  // namespace simbench::rigid
