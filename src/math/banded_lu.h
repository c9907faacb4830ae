// LU of a banded matrix with partial pivoting. Time is proportional to size × bandwidth², memory to
// size × bandwidth. The storage is the same as in LAPACK's gbtrf, with zeros below each column that fill the
// last register:
//
//   column k │ 2 width entries above the diagonal │ the diagonal │ width entries below it │ zeros │
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "math/types.h"

namespace simbench::rigid {

class BandedLu {
 public:
  // Sets the matrix to zero, with `width` diagonals on either side of the main one.
  void reset(Index size, Index width) {
    size_ = size;
    width_ = width;
    below_ = (width + 3) / 4 * 4;
    height_ = 2 * width + 1 + below_;  // pivoting doubles the upper diagonals
    values_.resize(static_cast<std::size_t>(size * height_));
    zeros_end_ = 0;
  }
  // Adds a small dense matrix, whose first entry has this place.
  template <class Block>
  void add(Index row, Index column, const Block& block) {
    set_zeros(column + block.cols());
    for (Index k = 0; k < block.cols(); ++k) {
      double* const entries = &at(row, column + k);
      for (Index i = 0; i < block.rows(); ++i) entries[i] += block(i, k);
    }
  }

  // Solves A x = b, given b in x, and leaves the factors in place of the matrix. Returns false if a pivot is
  // smaller than `smallest_pivot`; then x is not the solution.
  bool solve(double smallest_pivot, VectorX<double>& x) {
    set_zeros(size_);
    // The zeros below a column subtract nothing from these numbers.
    right_.setZero(size_ + below_);
    right_.head(size_) = x;
    // The compiler unrolls the loops over a column if it knows their length. These are those of chains.
    const bool is_regular = below_ == 8    ? eliminate(smallest_pivot, std::integral_constant<Index, 8>())
                            : below_ == 16 ? eliminate(smallest_pivot, std::integral_constant<Index, 16>())
                                           : eliminate(smallest_pivot, below_);
    if (!is_regular) return false;
    for (Index k = size_ - 1; k >= 0; --k) {
      for (Index i = 0; i <= 2 * width_; i += 8) __builtin_prefetch(&at(k, k) - 8 * height_ - i);
      right_[k] /= at(k, k);
      const Index above = std::min(k, 2 * width_);
      subtract_multiple(right_[k], &at(k, k) - above, &right_[k] - above, above);
    }
    x = right_.head(size_);
    return true;
  }

 private:
  double& at(Index row, Index column) {
    return values_[static_cast<std::size_t>(column * height_ + 2 * width_ + row - column)];
  }
  // Sets the columns before `end` to zero that are not yet. A column becomes zero shortly before it gets its
  // first block, so that it is still in the cache.
  void set_zeros(Index end) {
    if (end <= zeros_end_) return;
    std::fill(values_.begin() + zeros_end_ * height_, values_.begin() + end * height_, 0.0);
    zeros_end_ = end;
  }
  // The factorisation, which also reduces the right-hand side. `below` is below_.
  template <class Count>
  bool eliminate(double smallest_pivot, Count below) {
    const Index ahead = 2 * width_ + 8;  // columns to fetch before they are needed
    for (Index k = 0; k < size_; ++k) {
      double* const column = &at(k, k);
      for (Index i = 0; i < height_; i += 8) __builtin_prefetch(column + ahead * height_ + i, 1);
      const Index pivot = largest(column, std::min(width_, size_ - 1 - k));
      if (!(std::abs(column[pivot]) >= smallest_pivot)) return false;
      const Index end = std::min(k + 2 * width_, size_ - 1);
      if (pivot != 0) {
        for (Index j = k; j <= end; ++j) std::swap(at(k, j), at(k + pivot, j));
        std::swap(right_[k], right_[k + pivot]);
      }
      for (Index i = 1; i <= below; ++i) column[i] /= column[0];
      for (Index j = k + 1; j <= end; ++j) {
        double* const other = &at(k, j);
        if (other[0] != 0) subtract_multiple(other[0], column + 1, other + 1, below);
      }
      subtract_multiple(right_[k], column + 1, &right_[k] + 1, below);
    }
    return true;
  }
  // The number of the entry with the largest absolute value among the first `count` + 1.
  static Index largest(const double* column, Index count) {
    Index result = 0;
    for (Index i = 1; i <= count; ++i) {
      if (std::abs(column[i]) > std::abs(column[result])) result = i;
    }
    return result;
  }
  template <class Count>
  static void subtract_multiple(double factor, const double* __restrict from, double* __restrict to,
                                Count count) {
    for (Index i = 0; i < count; ++i) to[i] -= from[i] * factor;
  }

  Index size_ = 0, width_ = 0, below_ = 0, height_ = 0;
  Index zeros_end_ = 0;  // the columns before it have been set to zero
  std::vector<double> values_;
  VectorX<double> right_;
};

}  // namespace simbench::rigid
