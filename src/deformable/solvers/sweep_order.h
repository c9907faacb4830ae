// The order of a Gauss–Seidel sweep. It is a setting, because the result of a sweep depends on it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "config/fields.h"

namespace simbench {

enum class Order { mesh, reversed, shuffled, coloured };

struct SweepOrder {
  Order order = Order::mesh;
  int seed = 1;  // for shuffled
  void describe(config::Fields& fields);
  bool operator==(const SweepOrder&) const = default;

  // The order of items (tets or vertices): ascending, descending, random, or colour by colour. uses[i] lists
  // what item i uses, such as the vertices of a tet. Items of the same colour use nothing in common.
  std::vector<int> of(std::span<const std::span<const int>> uses) const;
};

}  // namespace simbench
