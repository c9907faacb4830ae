// Small matrices of lanes (math/lanes.h).
#pragma once

#include "math/lanes.h"
#include "math/types.h"

namespace simbench {

// Sums and products of small matrices of lanes, evaluated immediately. With Eigen's expression templates a
// law takes a quarter longer to compile. Coefficients are combined in Eigen's order, a₀b₀ + (a₁b₁ + a₂b₂).
// One case differs: Eigen computes s * (A * B) as (s * A) * B; no code here writes that.
template <class Real, int count, int Rows, int Columns>
using LanesMatrix = Eigen::Matrix<Lanes<Real, count>, Rows, Columns>;

template <class Real, int count, int Rows, int Columns>
SIMBENCH_INLINE LanesMatrix<Real, count, Rows, Columns> operator+(
    const LanesMatrix<Real, count, Rows, Columns>& a, const LanesMatrix<Real, count, Rows, Columns>& b) {
  LanesMatrix<Real, count, Rows, Columns> result;
  for (int i = 0; i < Rows * Columns; ++i) result.data()[i] = a.data()[i] + b.data()[i];
  return result;
}
template <class Real, int count, int Rows, int Columns>
SIMBENCH_INLINE LanesMatrix<Real, count, Rows, Columns> operator-(
    const LanesMatrix<Real, count, Rows, Columns>& a, const LanesMatrix<Real, count, Rows, Columns>& b) {
  LanesMatrix<Real, count, Rows, Columns> result;
  for (int i = 0; i < Rows * Columns; ++i) result.data()[i] = a.data()[i] - b.data()[i];
  return result;
}
template <class Real, int count, int Rows, int Columns>
SIMBENCH_INLINE LanesMatrix<Real, count, Rows, Columns> operator-(
    const LanesMatrix<Real, count, Rows, Columns>& a) {
  LanesMatrix<Real, count, Rows, Columns> result;
  for (int i = 0; i < Rows * Columns; ++i) result.data()[i] = -a.data()[i];
  return result;
}
template <class Real, int count, int Rows, int Columns>
SIMBENCH_INLINE LanesMatrix<Real, count, Rows, Columns> operator*(
    const Lanes<Real, count>& s, const LanesMatrix<Real, count, Rows, Columns>& a) {
  LanesMatrix<Real, count, Rows, Columns> result;
  for (int i = 0; i < Rows * Columns; ++i) result.data()[i] = s * a.data()[i];
  return result;
}
template <class Real, int count, int Rows, int Columns>
SIMBENCH_INLINE LanesMatrix<Real, count, Rows, Columns> operator*(
    const LanesMatrix<Real, count, Rows, Columns>& a, const Lanes<Real, count>& s) {
  return s * a;
}
template <class Real, int count, int Rows, int Inner, int Columns>
SIMBENCH_INLINE LanesMatrix<Real, count, Rows, Columns> operator*(
    const LanesMatrix<Real, count, Rows, Inner>& a, const LanesMatrix<Real, count, Inner, Columns>& b) {
  static_assert(Inner > 0 && Inner <= 3, "Eigen adds four and more in another order.");
  LanesMatrix<Real, count, Rows, Columns> result;
  for (int j = 0; j < Columns; ++j) {
    for (int i = 0; i < Rows; ++i) {
      Lanes<Real, count> sum = a(i, Inner - 1) * b(Inner - 1, j);
      for (int k = Inner - 2; k >= 0; --k) sum = a(i, k) * b(k, j) + sum;
      result(i, j) = sum;
    }
  }
  return result;
}

// One lane of a small matrix.
template <class Real, int count, int Rows, int Columns>
Eigen::Matrix<Real, Rows, Columns> lane_of(const Eigen::Matrix<Lanes<Real, count>, Rows, Columns>& matrix,
                                           int lane) {
  Eigen::Matrix<Real, Rows, Columns> result;
  for (int i = 0; i < Rows * Columns; ++i) result.data()[i] = matrix.data()[i][lane];
  return result;
}
template <class Real, int count, int Rows, int Columns>
void set_lane(Eigen::Matrix<Lanes<Real, count>, Rows, Columns>& matrix, int lane,
              const std::type_identity_t<Eigen::Matrix<Real, Rows, Columns>>& value) {
  for (int i = 0; i < Rows * Columns; ++i) matrix.data()[i][lane] = value.data()[i];
}

// Sets result ← function(argument) in the lanes where the condition is false: a fallback for the few lanes
// that a fast kernel cannot handle. `function` takes and returns one lane's 3 × 3 matrix.
template <class Number, class Mask, class Function>
inline void replace_unless(const Mask& condition, Matrix3<Number>& result, const Matrix3<Number>& argument,
                           const Function& function) {
  if (all_of(condition)) return;
  if constexpr (std::is_same_v<Mask, bool>) {
    result = function(argument);
  } else {
    for (int lane = 0; lane < lane_count<Number>; ++lane) {
      if (!condition[lane]) set_lane(result, lane, function(lane_of(argument, lane)));
    }
  }
}

}  // namespace simbench

// Lets Eigen's small matrices hold lanes. Eigen then combines coefficients one by one, without its own
// vectorisation.
template <class Real, int count>
struct Eigen::NumTraits<simbench::Lanes<Real, count>>
    : Eigen::GenericNumTraits<simbench::Lanes<Real, count>> {
  using NonInteger = simbench::Lanes<Real, count>;
  using Nested = simbench::Lanes<Real, count>;
  using Literal = simbench::Lanes<Real, count>;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 0,
    ReadCost = 1,
    AddCost = 1,
    MulCost = 1
  };
};
