// Small matrices of lanes. Eigen::Matrix<Lanes<…>, Rows, Columns> is this class, so a kernel has one text for
// doubles (Eigen's matrices) and for lanes (these). It has no expression templates: every operation returns a
// matrix, which the compiler keeps in registers, and a law compiles in little more than half the time.
//
// It has those of Eigen's functions that kernels use, with Eigen's order of sums: a sum is the sum of its
// first half and of its second half, x₀ + (x₁ + x₂). One case differs: Eigen computes s * (A * B) as
// (s * A) * B, which kernels must not write. Arrays, blocks and comma initialisers do not exist. Loops over
// entries need constant bounds; with others the compiler leaves the matrix in memory.
#pragma once

#include <Eigen/Core>
#include <cmath>

#include "math/simd.h"

#define SIMBENCH_INLINE [[gnu::always_inline]]

namespace simbench {

// value(begin) + … + value(begin + count − 1) in Eigen's order, with any operation in the place of +.
template <int begin, int count, class Value, class Operation>
SIMBENCH_INLINE inline decltype(auto) reduce(const Value& value, const Operation& operation) {
  if constexpr (count == 1) {
    return value(begin);
  } else {
    return operation(reduce<begin, count / 2>(value, operation),
                     reduce<begin + count / 2, count - count / 2>(value, operation));
  }
}
template <int count, class Value>
SIMBENCH_INLINE inline decltype(auto) sum_of(const Value& value) {
  return reduce<0, count>(value, [](const auto& a, const auto& b) { return a + b; });
}

// A vector that scales rows or columns, or the diagonal of a matrix.
template <class Vector>
struct LaneDiagonal {
  const Vector& entries;
};

}  // namespace simbench

template <class Real, class Abi, int Rows, int Columns, int Options, int MaxRows, int MaxColumns>
class [[gnu::may_alias]] Eigen::Matrix<simbench::Lanes<Real, Abi>, Rows, Columns, Options, MaxRows,
                                       MaxColumns> {
 public:
  using Scalar = simbench::Lanes<Real, Abi>;
  using PlainObject = Matrix;
  using Column = Matrix<Scalar, Rows, 1>;
  using Row = Matrix<Scalar, 1, Columns>;
  static constexpr int RowsAtCompileTime = Rows, ColsAtCompileTime = Columns,
                       SizeAtCompileTime = Rows * Columns;

  Matrix() = default;
  // The entries of a vector.
  template <class... Numbers>
  requires(sizeof...(Numbers) == Rows && Columns == 1 && Rows > 1) SIMBENCH_INLINE
      Matrix(const Numbers&... numbers)
      : entries_{Scalar(numbers)...} {}
  // A vector from a row, and a matrix from its diagonal.
  template <int Size>
  requires(Size == Rows && Columns == 1 && Rows > 1) SIMBENCH_INLINE
      Matrix(const Matrix<Scalar, 1, Size>& row)
      : Matrix(row.transpose()) {}
  SIMBENCH_INLINE Matrix(const simbench::LaneDiagonal<Matrix<Scalar, Rows, 1>>& diagonal) requires(Columns ==
                                                                                                       Rows &&
                                                                                                   Rows > 1)
      : Matrix(generated([&](int i, int j) { return i == j ? diagonal.entries[i] : Scalar(0); })) {}

  SIMBENCH_INLINE static Matrix Constant(const Scalar& value) {
    return generated([&](int, int) { return value; });
  }
  SIMBENCH_INLINE static Matrix Zero() { return Constant(Scalar(0)); }
  SIMBENCH_INLINE static Matrix Ones() { return Constant(Scalar(1)); }
  SIMBENCH_INLINE static Matrix Identity() {
    return generated([](int i, int j) { return Scalar(i == j ? 1 : 0); });
  }
  // The matrix with the entries function(i, j).
  template <class Function>
  SIMBENCH_INLINE static Matrix generated(const Function& function) {
    Matrix result;
    for (int j = 0; j < Columns; ++j) {
      for (int i = 0; i < Rows; ++i) result(i, j) = function(i, j);
    }
    return result;
  }

  static constexpr int rows() { return Rows; }
  static constexpr int cols() { return Columns; }
  static constexpr int size() { return Rows * Columns; }
  SIMBENCH_INLINE Scalar& operator()(Index i, Index j) { return entries_[i + Rows * j]; }
  SIMBENCH_INLINE const Scalar& operator()(Index i, Index j) const { return entries_[i + Rows * j]; }
  // Entry i of a vector or, column by column, of a matrix.
  SIMBENCH_INLINE Scalar& operator[](Index i) { return entries_[i]; }
  SIMBENCH_INLINE const Scalar& operator[](Index i) const { return entries_[i]; }
  // A column lies in memory like a vector. The attribute may_alias makes this view of it legal.
  SIMBENCH_INLINE Column& col(Index j) { return reinterpret_cast<Column&>(entries_[Rows * j]); }
  SIMBENCH_INLINE Column col(Index j) const {
    return Column::generated([&](int i, int) -> const Scalar& { return (*this)(i, j); });
  }
  SIMBENCH_INLINE Row row(Index i) const {
    return Row::generated([&](int, int j) -> const Scalar& { return (*this)(i, j); });
  }
  SIMBENCH_INLINE Column diagonal() const {
    return Column::generated([&](int i, int) -> const Scalar& { return (*this)(i, i); });
  }
  SIMBENCH_INLINE Matrix<Scalar, Columns, Rows> transpose() const {
    return Matrix<Scalar, Columns, Rows>::generated(
        [&](int i, int j) -> const Scalar& { return (*this)(j, i); });
  }
  SIMBENCH_INLINE const Matrix& eval() const { return *this; }

  SIMBENCH_INLINE Scalar sum() const {
    return simbench::sum_of<Rows * Columns>([&](int i) -> const Scalar& { return (*this)[i]; });
  }
  SIMBENCH_INLINE Scalar prod() const {
    return simbench::reduce<0, Rows * Columns>([&](int i) -> const Scalar& { return (*this)[i]; },
                                               [](const Scalar& a, const Scalar& b) { return a * b; });
  }
  SIMBENCH_INLINE Scalar dot(const Matrix& other) const {
    return simbench::sum_of<Rows * Columns>([&](int i) { return (*this)[i] * other[i]; });
  }
  SIMBENCH_INLINE Scalar squaredNorm() const { return dot(*this); }
  SIMBENCH_INLINE Scalar norm() const {
    using std::sqrt;
    return sqrt(squaredNorm());
  }
  SIMBENCH_INLINE Scalar trace() const { return diagonal().sum(); }
  SIMBENCH_INLINE Scalar determinant() const {
    const auto part = [&](int a, int b, int c) {
      return (*this)(0, a) * ((*this)(1, b) * (*this)(2, c) - (*this)(1, c) * (*this)(2, b));
    };
    return part(0, 1, 2) - part(1, 0, 2) + part(2, 0, 1);
  }
  SIMBENCH_INLINE Matrix cross(const Matrix& other) const {
    return generated([&](int i, int) -> Scalar {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      return (*this)[j] * other[k] - (*this)[k] * other[j];
    });
  }

  SIMBENCH_INLINE Matrix cwiseProduct(const Matrix& other) const {
    return generated([&](int i, int j) { return (*this)(i, j) * other(i, j); });
  }
  SIMBENCH_INLINE Matrix cwiseInverse() const {
    return unaryExpr([](const Scalar& entry) -> Scalar { return 1 / entry; });
  }
  SIMBENCH_INLINE Matrix cwiseAbs() const {
    return unaryExpr([](const Scalar& entry) -> Scalar { return abs(entry); });
  }
  SIMBENCH_INLINE Matrix cwiseAbs2() const { return cwiseProduct(*this); }
  template <class Function>
  SIMBENCH_INLINE Matrix unaryExpr(const Function& function) const {
    return generated([&](int i, int j) { return function((*this)(i, j)); });
  }

  SIMBENCH_INLINE simbench::LaneDiagonal<Matrix> asDiagonal() const { return {*this}; }

  SIMBENCH_INLINE Matrix& operator+=(const Matrix& other) { return *this = *this + other; }
  SIMBENCH_INLINE Matrix& operator-=(const Matrix& other) { return *this = *this - other; }
  SIMBENCH_INLINE Matrix& operator*=(const Scalar& factor) { return *this = *this * factor; }
  SIMBENCH_INLINE friend Matrix operator+(const Matrix& a, const Matrix& b) {
    return generated([&](int i, int j) { return a(i, j) + b(i, j); });
  }
  SIMBENCH_INLINE friend Matrix operator-(const Matrix& a, const Matrix& b) {
    return generated([&](int i, int j) { return a(i, j) - b(i, j); });
  }
  SIMBENCH_INLINE friend Matrix operator-(const Matrix& a) {
    return generated([&](int i, int j) { return -a(i, j); });
  }
  SIMBENCH_INLINE friend Matrix operator*(const Scalar& s, const Matrix& a) {
    return generated([&](int i, int j) { return s * a(i, j); });
  }
  SIMBENCH_INLINE friend Matrix operator*(const Matrix& a, const Scalar& s) { return s * a; }
  SIMBENCH_INLINE friend Matrix operator/(const Matrix& a, const Scalar& s) {
    return generated([&](int i, int j) { return a(i, j) / s; });
  }

 private:
  Scalar entries_[Rows * Columns];
};

namespace Eigen {

template <class Real, class Abi, int Rows, int Inner, int Columns>
SIMBENCH_INLINE inline auto operator*(const Matrix<simbench::Lanes<Real, Abi>, Rows, Inner>& a,
                                      const Matrix<simbench::Lanes<Real, Abi>, Inner, Columns>& b) {
  static_assert(Inner <= 3, "Eigen adds four and more in another order.");
  return Matrix<simbench::Lanes<Real, Abi>, Rows, Columns>::generated(
      [&](int i, int j) { return simbench::sum_of<Inner>([&](int k) { return a(i, k) * b(k, j); }); });
}
template <class Real, class Abi, int Rows, int Columns>
SIMBENCH_INLINE inline auto operator*(
    const simbench::LaneDiagonal<Matrix<simbench::Lanes<Real, Abi>, Rows, 1>>& diagonal,
    const Matrix<simbench::Lanes<Real, Abi>, Rows, Columns>& a) {
  return Matrix<simbench::Lanes<Real, Abi>, Rows, Columns>::generated(
      [&](int i, int j) { return diagonal.entries[i] * a(i, j); });
}
template <class Real, class Abi, int Rows, int Columns>
SIMBENCH_INLINE inline auto operator*(
    const Matrix<simbench::Lanes<Real, Abi>, Rows, Columns>& a,
    const simbench::LaneDiagonal<Matrix<simbench::Lanes<Real, Abi>, Columns, 1>>& diagonal) {
  return Matrix<simbench::Lanes<Real, Abi>, Rows, Columns>::generated(
      [&](int i, int j) { return a(i, j) * diagonal.entries[j]; });
}

}  // namespace Eigen
