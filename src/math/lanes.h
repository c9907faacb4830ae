// Several numbers side by side, one per lane. The kernels of math/ and energy/ are templates of their number
// type. The same source computes one tet (double, float) or as many as a vector register holds (Lanes). Each
// lane gets the same bits as in a computation without lanes: all operations are IEEE's, the compiler
// contracts and reorders nothing, and select() discards values that a lane does not need.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <type_traits>

#include "math/lane_matrix.h"
#include "math/simd.h"
#include "math/types.h"

// Stands before the body of a loop over packs, and makes the compiler inline every function that the body
// calls. Without it the compiler stops half-way through the small matrices of lanes and passes them through
// memory.
#define SIMBENCH_FLATTEN __attribute__((flatten))
// Stands before a function that many kernels call and that takes long, or is not in their hot loops: it is
// compiled once, instead of into each of them.
#define SIMBENCH_APART [[gnu::noinline]]

namespace simbench {

// Lanes that have 32 and 64 bytes with any instruction set. Two registers that each wait for a long chain of
// operations wait at the same time.
template <class Real>
using NarrowLanes = Lanes<Real, std::experimental::simd_abi::deduce_t<Real, 32 / sizeof(Real)>>;
template <class Real>
using WideLanes = Lanes<Real, std::experimental::simd_abi::deduce_t<Real, 64 / sizeof(Real)>>;

// Real is the type of one lane; for a double or a float it is that type itself.
template <class Number>
struct NumberTraits {
  using Real = Number;
  static constexpr int lanes = 1;
};
template <class R, class Abi>
struct NumberTraits<Lanes<R, Abi>> {
  using Real = R;
  static constexpr int lanes = static_cast<int>(Lanes<R, Abi>::size());
};
template <class Number>
using RealOf = typename NumberTraits<Number>::Real;
template <class Number>
inline constexpr int lane_count = NumberTraits<Number>::lanes;

// The same number in each lane, rounded to the lane's type.
template <class Number>
Number number(double value) {
  return Number(static_cast<RealOf<Number>>(value));
}

using std::experimental::all_of;
using std::experimental::any_of;
inline bool all_of(bool condition) {
  return condition;
}
inline bool any_of(bool condition) {
  return condition;
}

// condition ? yes : no, lane by lane.
template <class Number>
Number select(bool condition, const Number& yes, const Number& no) {
  return condition ? yes : no;
}
template <class Real, class Abi>
Lanes<Real, Abi> select(const std::experimental::simd_mask<Real, Abi>& condition,
                        const std::type_identity_t<Lanes<Real, Abi>>& yes,
                        std::type_identity_t<Lanes<Real, Abi>> no) {
  where(condition, no) = yes;
  return no;
}

// 1 with the sign bit of x, lane by lane. clang 14 does not compile the lanes' copysign of libstdc++ 12.
template <class Number>
Number sign_of(const Number& x) {
  using std::signbit;
  return select(signbit(x), Number(-1), Number(1));
}

// Adds a number to each entry of the diagonal.
template <class Matrix, class Number>
void add_to_diagonal(Matrix& matrix, const Number& value) {
  for (int i = 0; i < matrix.rows(); ++i) matrix(i, i) += value;
}

// One lane of a small matrix.
template <class Real, class Abi, int Rows, int Columns>
Eigen::Matrix<Real, Rows, Columns> lane_of(const Eigen::Matrix<Lanes<Real, Abi>, Rows, Columns>& matrix,
                                           int lane) {
  Eigen::Matrix<Real, Rows, Columns> result;
  for (int i = 0; i < Rows * Columns; ++i) result.data()[i] = matrix[i][lane];
  return result;
}
// Sets one lane of a matrix in memory, for example of a pack that is being filled.
template <class Real, class Abi, int Rows, int Columns>
void set_lane(Eigen::Matrix<Lanes<Real, Abi>, Rows, Columns>& matrix, int lane,
              const std::type_identity_t<Eigen::Matrix<Real, Rows, Columns>>& value) {
  for (int i = 0; i < Rows * Columns; ++i) matrix[i][lane] = value.data()[i];
}
// The same for the result of a kernel, which is in registers unless a lane of it is replaced.
template <class Real, class Abi, int Rows, int Columns>
void replace_lane(Eigen::Matrix<Lanes<Real, Abi>, Rows, Columns>& matrix, int lane,
                  const std::type_identity_t<Eigen::Matrix<Real, Rows, Columns>>& value) {
  for (int i = 0; i < Rows * Columns; ++i) {
    Lanes<Real, Abi> entry = matrix[i];
    entry[lane] = value.data()[i];
    matrix[i] = entry;
  }
}

// One matrix of wide lanes from several of narrower ones, whose lanes follow each other; and back.
template <class Real, class Abi, int Rows, int Columns, std::size_t Count>
auto join_lanes(const std::array<Eigen::Matrix<Lanes<Real, Abi>, Rows, Columns>, Count>& parts) {
  using Wide = std::experimental::resize_simd_t<Count * Lanes<Real, Abi>::size(), Lanes<Real, Abi>>;
  Eigen::Matrix<Wide, Rows, Columns> result;
  for (int i = 0; i < Rows * Columns; ++i) {
    std::array<Lanes<Real, Abi>, Count> numbers;
    for (std::size_t part = 0; part < Count; ++part) numbers[part] = parts[part][i];
    result[i] = std::experimental::concat(numbers);
  }
  return result;
}
template <class Narrow, class Real, class Abi, int Rows, int Columns>
auto split_lanes(const Eigen::Matrix<Lanes<Real, Abi>, Rows, Columns>& matrix) {
  std::array<Eigen::Matrix<Narrow, Rows, Columns>, Lanes<Real, Abi>::size() / Narrow::size()> parts;
  for (int i = 0; i < Rows * Columns; ++i) {
    const auto numbers = std::experimental::split<Narrow>(matrix[i]);
    for (std::size_t part = 0; part < parts.size(); ++part) parts[part][i] = numbers[part];
  }
  return parts;
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
      if (!condition[lane]) replace_lane(result, lane, function(lane_of(argument, lane)));
    }
  }
}

}  // namespace simbench
