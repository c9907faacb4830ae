// The compiler may contract a · b + c to fused multiply-adds in this file (CMakeLists.txt), which therefore
// uses no function of Eigen: the linker keeps one of two copies.
#include "math/product_tiles.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "math/lanes.h"
#include "math/scratch.h"

namespace simbench {

namespace {

// A tile of C has as many numbers as the registers hold beside a column of A and a number of B.
//
//        B   b₀ b₁ … b₃          one number each, for all lanes
//   A   ┌───────────────┐
//   a₀  │ c₀₀ c₀₁ … c₀₃ │
//   a₁  │ c₁₀           │        one register each
//   a₂  │ c₂₀ …     c₂₃ │
//       └───────────────┘
// Without the unroll pragmas g++ keeps the tile of AVX2 in memory.
template <class Real>
struct Tile {
  static constexpr int width = static_cast<int>(Lanes<Real>::size());
  static constexpr int registers = 3, columns = 4, rows = registers * width;
  using Register [[gnu::vector_size(width * sizeof(Real)), gnu::may_alias, gnu::aligned(sizeof(Real))]] =
      Real;
  Register C[registers][columns];

  // Sums of `depth` columns of A and B, which lie one after the other: `rows` and `columns` numbers each.
  Tile(const Real* A, const Real* B, Index depth) {
#pragma GCC unroll 8
    for (int i = 0; i < registers; ++i) {
#pragma GCC unroll 8
      for (int j = 0; j < columns; ++j) C[i][j] = Register{};
    }
    for (Index k = 0; k < depth; ++k, A += rows, B += columns) {
      Register a[registers];
#pragma GCC unroll 8
      for (int i = 0; i < registers; ++i) a[i] = *reinterpret_cast<const Register*>(A + i * width);
#pragma GCC unroll 8
      for (int j = 0; j < columns; ++j) {
#pragma GCC unroll 8
        for (int i = 0; i < registers; ++i) C[i][j] += a[i] * B[j];
      }
    }
  }

  void subtract_from(Real* target, Index stride) const {
#pragma GCC unroll 8
    for (int j = 0; j < columns; ++j) {
#pragma GCC unroll 8
      for (int i = 0; i < registers; ++i)
        *reinterpret_cast<Register*>(target + j * stride + i * width) -= C[i][j];
    }
  }
  // Only entries (i, j) of the tile with i < row_count, j < column_count and i ≥ j + first.
  void subtract_from(Real* target, Index stride, Index row_count, Index column_count, Index first) const {
    for (Index j = 0; j < column_count; ++j) {
      for (Index i = std::max<Index>(0, j + first); i < row_count; ++i)
        target[j * stride + i] -= C[i / width][j][i % width];
    }
  }
};

template <class Real>
struct alignas(64) CacheLine {
  std::array<Real, 64 / sizeof(Real)> numbers;
};
template <class Real>
Index lines(Index numbers) {
  return numbers * static_cast<Index>(sizeof(Real)) / 64 + 1;
}

// Copies `depth` columns of `rows` numbers, and fills each up with zeros to `Rows`.
template <int Rows, class Real>
void pack(const Real* source, Index stride, Index rows, Index depth, Real* target) {
  for (Index k = 0; k < depth; ++k, source += stride, target += Rows) {
    if (rows == Rows) {
      std::memcpy(target, source, Rows * sizeof(Real));
    } else {
      std::fill(std::copy(source, source + rows, target), target + Rows, Real(0));
    }
  }
}

}  // namespace

template <class Real>
void subtract(const ProductTiles<Real>& p) {
  using Tile = simbench::Tile<Real>;
  const Index column_tiles = (p.columns + Tile::columns - 1) / Tile::columns;
  const Scratch<CacheLine<Real>> packed_A(lines<Real>(Tile::rows * p.depth_at_once)),
      packed_B(lines<Real>(column_tiles * Tile::columns * p.depth_at_once));
  Real* const A = packed_A[0].numbers.data();
  Real* const B = packed_B[0].numbers.data();
  for (Index begin = 0; begin < p.depth; begin += p.depth_at_once) {
    const Index depth = std::min(p.depth_at_once, p.depth - begin);
    for (Index j = 0; j < p.columns; j += Tile::columns)
      pack<Tile::columns>(p.B + begin * p.B_stride + j, p.B_stride,
                          std::min<Index>(Tile::columns, p.columns - j), depth, B + j * depth);
    for (Index i = 0; i < p.rows; i += Tile::rows) {
      const Index rows = std::min<Index>(Tile::rows, p.rows - i);
      pack<Tile::rows>(p.A + begin * p.A_stride + i, p.A_stride, rows, depth, A);
      for (Index j = 0; j < p.columns && (!p.is_lower || j < i + rows); j += Tile::columns) {
        const Index columns = std::min<Index>(Tile::columns, p.columns - j);
        const Tile tile(A, B + j * depth, depth);
        Real* const target = p.C + j * p.C_stride + i;
        const bool is_whole = rows == Tile::rows && columns == Tile::columns;
        const bool is_below = !p.is_lower || i >= j + columns - 1;
        if (is_whole && is_below) {
          tile.subtract_from(target, p.C_stride);
        } else {
          tile.subtract_from(target, p.C_stride, rows, columns, p.is_lower ? j - i : -Tile::rows);
        }
      }
    }
  }
}

template void subtract(const ProductTiles<double>&);
template void subtract(const ProductTiles<float>&);

}  // namespace simbench
