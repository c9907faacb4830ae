// Several numbers side by side, one per lane. The kernels of math/ and energy/ are templates of their number
// type. The same source computes one tet (double, float) or as many as a vector register holds (Lanes). Each
// lane gets the same bits as in a computation without lanes: all operations are IEEE's, the compiler
// contracts and reorders nothing, and select() discards values that a lane does not need.
//
// Lanes are a vector type of the compiler (GCC and clang have the same) with the operators of a number. They
// take the place of std::experimental::simd, whose layers of templates made a kernel compile twice as long.
#pragma once

#ifdef __SSE2__
#include <immintrin.h>
#endif

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

// Stands before the body of a loop over packs, and makes the compiler inline every function that the body
// calls. Without it the compiler stops half-way through the small matrices of lanes and passes them through
// memory.
#define SIMBENCH_FLATTEN __attribute__((flatten))
#define SIMBENCH_INLINE [[gnu::always_inline]] inline

namespace simbench {

// Bytes of the machine's vector registers.
#if defined(__AVX512F__)
inline constexpr int register_size = 64;
#elif defined(__AVX__)
inline constexpr int register_size = 32;
#else
inline constexpr int register_size = 16;
#endif

// A condition per lane. All bits of a lane are equal.
template <class Real, int count>
struct Mask {
  using Integer = std::conditional_t<sizeof(Real) == 8, std::int64_t, std::int32_t>;
  typedef Integer Vector __attribute__((vector_size(sizeof(Real) * count)));
  Vector lanes;

  SIMBENCH_INLINE bool operator[](int lane) const { return lanes[lane] != 0; }
  SIMBENCH_INLINE friend Mask operator&&(const Mask& a, const Mask& b) { return {a.lanes & b.lanes}; }
  SIMBENCH_INLINE friend Mask operator||(const Mask& a, const Mask& b) { return {a.lanes | b.lanes}; }
  SIMBENCH_INLINE friend Mask operator!(const Mask& a) { return {~a.lanes}; }
};

// `count` numbers.
template <class R, int count = register_size / static_cast<int>(sizeof(R))>
struct Lanes {
  using Real = R;
  using Condition = Mask<Real, count>;
  typedef Real Vector __attribute__((vector_size(sizeof(Real) * count)));
  Vector lanes;

  Lanes() = default;
  SIMBENCH_INLINE Lanes(Real value) : lanes(value - Vector{}) {}  // in each lane
  // The numbers value(0), value(1), …
  template <class Value>
  requires std::is_invocable_v<const Value&, int> SIMBENCH_INLINE explicit Lanes(const Value& value) {
    for (int lane = 0; lane < count; ++lane) lanes[lane] = value(lane);
  }
  template <class AnyVector>
  SIMBENCH_INLINE static Lanes of(const AnyVector& vector) {
    Lanes result;
    result.lanes = vector;
    return result;
  }
  // `count` successive numbers in memory, with any alignment.
  SIMBENCH_INLINE static Lanes load(const Real* values) {
    Lanes result;
    std::memcpy(&result.lanes, values, sizeof(Vector));
    return result;
  }
  SIMBENCH_INLINE void store(Real* values) const { std::memcpy(values, &lanes, sizeof(Vector)); }

  // One lane, to be read or written: numbers[lane] = 1.
  struct Lane {
    Lanes& numbers;
    int lane;
    SIMBENCH_INLINE operator Real() const { return numbers.lanes[lane]; }
    SIMBENCH_INLINE void operator=(Real value) const { numbers.lanes[lane] = value; }
  };
  SIMBENCH_INLINE Real operator[](int lane) const { return lanes[lane]; }
  SIMBENCH_INLINE Lane operator[](int lane) { return {*this, lane}; }

  SIMBENCH_INLINE friend Lanes operator-(const Lanes& a) { return of(-a.lanes); }
  SIMBENCH_INLINE friend Lanes operator+(const Lanes& a, const Lanes& b) { return of(a.lanes + b.lanes); }
  SIMBENCH_INLINE friend Lanes operator-(const Lanes& a, const Lanes& b) { return of(a.lanes - b.lanes); }
  SIMBENCH_INLINE friend Lanes operator*(const Lanes& a, const Lanes& b) { return of(a.lanes * b.lanes); }
  SIMBENCH_INLINE friend Lanes operator/(const Lanes& a, const Lanes& b) { return of(a.lanes / b.lanes); }
  SIMBENCH_INLINE Lanes& operator+=(const Lanes& b) { return *this = *this + b; }
  SIMBENCH_INLINE Lanes& operator-=(const Lanes& b) { return *this = *this - b; }
  SIMBENCH_INLINE Lanes& operator*=(const Lanes& b) { return *this = *this * b; }
  SIMBENCH_INLINE Lanes& operator/=(const Lanes& b) { return *this = *this / b; }

  SIMBENCH_INLINE friend Condition operator<(const Lanes& a, const Lanes& b) { return {a.lanes < b.lanes}; }
  SIMBENCH_INLINE friend Condition operator>(const Lanes& a, const Lanes& b) { return {a.lanes > b.lanes}; }
  SIMBENCH_INLINE friend Condition operator<=(const Lanes& a, const Lanes& b) { return {a.lanes <= b.lanes}; }
  SIMBENCH_INLINE friend Condition operator>=(const Lanes& a, const Lanes& b) { return {a.lanes >= b.lanes}; }
  SIMBENCH_INLINE friend Condition operator==(const Lanes& a, const Lanes& b) { return {a.lanes == b.lanes}; }
  SIMBENCH_INLINE friend Condition operator!=(const Lanes& a, const Lanes& b) { return {a.lanes != b.lanes}; }
};

// Real is the type of one lane; for a double or a float it is that type itself.
template <class Number>
struct NumberTraits {
  using Real = Number;
  static constexpr int lanes = 1;
};
template <class R, int count>
struct NumberTraits<Lanes<R, count>> {
  using Real = R;
  static constexpr int lanes = count;
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

template <class Real, int count>
SIMBENCH_INLINE bool any_of(const Mask<Real, count>& mask) {
  using Numbers = typename Lanes<Real, count>::Vector;
#ifdef __AVX512DQ__
  if constexpr (sizeof(Numbers) == 64 && sizeof(Real) == 8)
    return _mm512_movepi64_mask((__m512i)mask.lanes) != 0;
  if constexpr (sizeof(Numbers) == 64 && sizeof(Real) == 4)
    return _mm512_movepi32_mask((__m512i)mask.lanes) != 0;
#endif
#ifdef __AVX__
  if constexpr (sizeof(Numbers) == 32) return !_mm256_testz_si256((__m256i)mask.lanes, (__m256i)mask.lanes);
#endif
  typename Mask<Real, count>::Integer any = 0;
  for (int lane = 0; lane < count; ++lane) any |= mask.lanes[lane];
  return any != 0;
}
template <class Real, int count>
SIMBENCH_INLINE bool all_of(const Mask<Real, count>& mask) {
  return !any_of(!mask);
}
inline bool all_of(bool condition) {
  return condition;
}
inline bool any_of(bool condition) {
  return condition;
}

// condition ? yes : no, lane by lane.
template <class Number>
SIMBENCH_INLINE Number select(bool condition, const Number& yes, const Number& no) {
  return condition ? yes : no;
}
template <class Real, int count>
SIMBENCH_INLINE Lanes<Real, count> select(const Mask<Real, count>& condition,
                                          const std::type_identity_t<Lanes<Real, count>>& yes,
                                          const std::type_identity_t<Lanes<Real, count>>& no) {
  return Lanes<Real, count>::of(condition.lanes ? yes.lanes : no.lanes);
}

template <class Real, int count>
SIMBENCH_INLINE Mask<Real, count> signbit(const Lanes<Real, count>& x) {
  return {(typename Mask<Real, count>::Vector)x.lanes < 0};
}
template <class Real, int count>
SIMBENCH_INLINE Lanes<Real, count> abs(const Lanes<Real, count>& x) {
  using Bits = typename Mask<Real, count>::Vector;
  const Bits magnitude = ~Bits{} & std::numeric_limits<typename Mask<Real, count>::Integer>::max();
  return Lanes<Real, count>::of((typename Lanes<Real, count>::Vector)((Bits)x.lanes & magnitude));
}
template <class Real, int count>
SIMBENCH_INLINE Lanes<Real, count> max(const Lanes<Real, count>& a, const Lanes<Real, count>& b) {
  return select(a < b, b, a);
}
template <class Real, int count>
SIMBENCH_INLINE Lanes<Real, count> sqrt(const Lanes<Real, count>& x) {
  using Numbers = Lanes<Real, count>;
#ifdef __AVX512F__
  if constexpr (sizeof(x) == 64 && sizeof(Real) == 8) return Numbers::of(_mm512_sqrt_pd((__m512d)x.lanes));
  if constexpr (sizeof(x) == 64 && sizeof(Real) == 4) return Numbers::of(_mm512_sqrt_ps((__m512)x.lanes));
#endif
#ifdef __AVX__
  if constexpr (sizeof(x) == 32 && sizeof(Real) == 8) return Numbers::of(_mm256_sqrt_pd((__m256d)x.lanes));
  if constexpr (sizeof(x) == 32 && sizeof(Real) == 4) return Numbers::of(_mm256_sqrt_ps((__m256)x.lanes));
#endif
#ifdef __SSE2__
  if constexpr (sizeof(x) == 16 && sizeof(Real) == 8) return Numbers::of(_mm_sqrt_pd((__m128d)x.lanes));
  if constexpr (sizeof(x) == 16 && sizeof(Real) == 4) return Numbers::of(_mm_sqrt_ps((__m128)x.lanes));
#endif
  return Numbers([&](int lane) { return std::sqrt(x[lane]); });
}
template <class Real, int count>
Lanes<Real, count> log(const Lanes<Real, count>& x) {
  return Lanes<Real, count>([&](int lane) { return std::log(x[lane]); });
}
template <class Real, int count>
Lanes<Real, count> cos(const Lanes<Real, count>& x) {
  return Lanes<Real, count>([&](int lane) { return std::cos(x[lane]); });
}
template <class Real, int count>
Lanes<Real, count> sin(const Lanes<Real, count>& x) {
  return Lanes<Real, count>([&](int lane) { return std::sin(x[lane]); });
}

// 1 with the sign bit of x, lane by lane.
template <class Number>
Number sign_of(const Number& x) {
  using std::signbit;
  return select(signbit(x), Number(-1), Number(1));
}

}  // namespace simbench
