// The order of a Gauss–Seidel sweep: a setting of the solvers that have one, because what a sweep reaches depends on it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "config/fields.h"

namespace simbench {

enum class Order { mesh, reversed, shuffled, coloured };

struct SweepOrder {
  Order order = Order::mesh;
  int seed = 1;  // of shuffled
  void describe(config::Fields& fields);

  // The order of items that touch each other where they use the same thing (tets that share a vertex): ascending,
  // descending, in a random order, or colour by colour; items of a colour share nothing.
  std::vector<int> of(std::span<const std::span<const int>> uses) const;
};

}  // namespace simbench
