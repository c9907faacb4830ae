#include "math/symmetric_matrix.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "math/lanes.h"
#include "math/parallel.h"

namespace simbench {

namespace {

constexpr int columns_at_once = 4;  // their sums, s, v, x and the result fit into the registers
constexpr Index strip = 256;        // columns of a task, whose sums are added in the order of the tasks

template <class Number, class Real>
Number load(const Real* values) {
  if constexpr (lane_count<Number> == 1) {
    return *values;
  } else {
    return Number(values, std::experimental::element_aligned);
  }
}
template <class Number, class Real>
void store(const Number& number, Real* values) {
  if constexpr (lane_count<Number> == 1) {
    *values = number;
  } else {
    number.copy_to(values, std::experimental::element_aligned);
  }
}

}  // namespace

template <class Real>
void SymmetricMatrix<Real>::resize(Index size) {
  size_ = size;
  lower_.resize(size * (size + 1) / 2);
  s_ = v_ = VectorX<Real>::Zero(size);
  sums_.assign((size + strip - 1) / strip, VectorX<Real>(size));
}

template <class Real>
void SymmetricMatrix<Real>::update(const VectorX<Real>& s, const VectorX<Real>& v) {
  assert(s_.isZero(0));
  s_ = s;
  v_ = v;
}

// For some neighbouring columns: adds the update, multiplies the entries on and below the diagonal by x, and
// those above it, which are the same numbers.
template <class Real>
template <int Columns>
void SymmetricMatrix<Real>::multiply_columns(Index first, const VectorX<Real>& x, VectorX<Real>& sum) {
  std::array<Real*, Columns> column;
  for (int c = 0; c < Columns; ++c) column[c] = column_of(first + c);
  for (int c = 0; c < Columns; ++c) {  // the triangle on the diagonal
    const Index j = first + c;
    for (Index i = j; i < first + Columns; ++i) {
      const Real entry = column[c][i] += s_[i] * v_[j] + v_[i] * s_[j];
      sum[i] += entry * x[j];
      if (i != j) sum[j] += entry * x[i];
    }
  }

  // Rows below it, in lanes or one by one. dots[c] becomes column c times x.
  const auto multiply_rows = [&]<class Number>(Index begin, Index end, std::array<Number, Columns> dots) {
    for (Index i = begin; i < end; i += lane_count<Number>) {
      const Number s = load<Number>(&s_[i]), v = load<Number>(&v_[i]), x_i = load<Number>(&x[i]);
      Number sum_i = load<Number>(&sum[i]);
      for (int c = 0; c < Columns; ++c) {
        const Index j = first + c;
        const Number entry = load<Number>(column[c] + i) + (s * Number(v_[j]) + v * Number(s_[j]));
        store(entry, column[c] + i);
        sum_i += entry * Number(x[j]);
        dots[c] += entry * x_i;
      }
      store(sum_i, &sum[i]);
    }
    return dots;
  };
  using Rows = NarrowLanes<Real>;
  const Index begin = first + Columns, rest = begin + (size_ - begin) / lane_count<Rows> * lane_count<Rows>;
  std::array<Rows, Columns> dots;
  dots.fill(Rows(0));
  dots = multiply_rows(begin, rest, dots);
  std::array<Real, Columns> totals;
  for (int c = 0; c < Columns; ++c) {
    totals[c] = 0;
    for (int lane = 0; lane < lane_count<Rows>; ++lane) totals[c] += dots[c][lane];
  }
  totals = multiply_rows(rest, size_, totals);
  for (int c = 0; c < Columns; ++c) sum[first + c] += totals[c];
}

template <class Real>
void SymmetricMatrix<Real>::multiply(const VectorX<Real>& x, VectorX<Real>& result) {
  parallel_tasks(static_cast<Index>(sums_.size()), [&](Index task) {
    VectorX<Real>& sum = sums_[task];
    const Index end = std::min(size_, (task + 1) * strip);
    Index column = task * strip;
    sum.tail(size_ - column).setZero();
    for (; column + columns_at_once <= end; column += columns_at_once)
      multiply_columns<columns_at_once>(column, x, sum);
    for (; column < end; ++column) multiply_columns<1>(column, x, sum);
  });
  result.setZero(size_);
  for (Index task = 0; task < static_cast<Index>(sums_.size()); ++task) {
    const Index rows = size_ - task * strip;
    result.tail(rows) += sums_[task].tail(rows);
  }
  s_.setZero();
  v_.setZero();
}

template <class Real>
MatrixX<Real> SymmetricMatrix<Real>::dense() const {
  MatrixX<Real> result(size_, size_);
  const Real* entry = lower_.data();
  for (Index j = 0; j < size_; ++j) {
    for (Index i = j; i < size_; ++i)
      result(i, j) = result(j, i) = *entry++ + (s_[i] * v_[j] + v_[i] * s_[j]);
  }
  return result;
}

template class SymmetricMatrix<double>;
template class SymmetricMatrix<float>;

}  // namespace simbench
