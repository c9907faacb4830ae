// Lanes: vectors of numbers in registers, <experimental/simd>. A build for AVX-512 hides __AVX512F__ from
// Eigen, whose sums would depend on the width of the registers (cmake/SimbenchOptions.cmake); lanes see it.
#pragma once

#ifdef SIMBENCH_AVX512
#define __AVX512F__ 1
#endif
#include <experimental/simd>
#ifdef SIMBENCH_AVX512
#undef __AVX512F__
#endif

namespace simbench {

template <class Real, class Abi = std::experimental::simd_abi::native<Real>>
using Lanes = std::experimental::simd<Real, Abi>;

}  // namespace simbench
