// A small symmetric system A x = b of packs of elements, one per lane.
#pragma once

#include <array>
#include <limits>

#include "math/lanes.h"

namespace simbench {

template <class Number, int most>
struct SymmetricSystem {
  explicit SymmetricSystem(int size) : count(size) {}

  int count;
  std::array<std::array<Number, most>, most> matrix;  // the lower triangle
  std::array<Number, most> right_hand_side;

  // Replaces b by x, by A = L D Lᵀ. A row that depends on the rows before it has the solution 0.
  void solve() {
    auto& L = matrix;  // with D on its diagonal
    auto& x = right_hand_side;
    std::array<Number, most> inverse;  // of D
    for (int j = 0; j < count; ++j) {
      Number pivot = L[j][j];
      for (int k = 0; k < j; ++k) pivot -= L[j][k] * L[j][k] * L[k][k];
      const Number least = number<Number>(8.0 * std::numeric_limits<RealOf<Number>>::epsilon()) * L[j][j];
      inverse[j] = select(pivot > least, Number(1 / pivot), Number(0));
      L[j][j] = select(pivot > least, pivot, Number(0));
      for (int i = j + 1; i < count; ++i) {
        Number entry = L[i][j];
        for (int k = 0; k < j; ++k) entry -= L[i][k] * L[j][k] * L[k][k];
        L[i][j] = entry * inverse[j];
      }
      for (int k = 0; k < j; ++k) x[j] -= L[j][k] * x[k];
    }
    for (int j = count - 1; j >= 0; --j) {
      x[j] *= inverse[j];
      for (int i = j + 1; i < count; ++i) x[j] -= L[i][j] * x[i];
    }
  }
};

}  // namespace simbench
