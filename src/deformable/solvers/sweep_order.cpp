#include "deformable/solvers/sweep_order.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <random>

namespace simbench {

namespace {

// Colours items greedily in ascending order: each item gets the smallest colour that none of its things has
// yet.
std::vector<int> colours(std::span<const std::span<const int>> uses) {
  int things = 0;
  for (const std::span<const int> used : uses) {
    for (const int thing : used) things = std::max(things, thing + 1);
  }
  std::vector<std::vector<bool>> taken(static_cast<std::size_t>(things));  // by thing, then by colour
  std::vector<int> result;
  for (const std::span<const int> used : uses) {
    const auto is_taken = [&](std::size_t colour) {
      return std::ranges::any_of(
          used, [&](int thing) { return colour < taken[thing].size() && taken[thing][colour]; });
    };
    std::size_t colour = 0;
    while (is_taken(colour)) ++colour;
    for (const int thing : used) {
      taken[thing].resize(std::max(taken[thing].size(), colour + 1));
      taken[thing][colour] = true;
    }
    result.push_back(static_cast<int>(colour));
  }
  return result;
}

}  // namespace

void SweepOrder::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 4> words = {"mesh", "reversed", "shuffled", "coloured"};
  config::variant(fields, "order", order, words,
                  [&](Order chosen, config::Fields& members) {
                    if (chosen == Order::shuffled)
                      members.integer("seed", seed, {.doc = "seed of the random order", .minimum = 0});
                  },
                  {.doc = "order of a sweep (anchors always come before tets)"});
}

std::vector<int> SweepOrder::of(std::span<const std::span<const int>> uses) const {
  std::vector<int> result(uses.size());
  std::iota(result.begin(), result.end(), 0);
  if (order == Order::reversed) std::ranges::reverse(result);
  if (order == Order::shuffled) {
    // The shuffle of Fisher and Yates, written out because the order of std::shuffle differs between
    // libraries.
    std::mt19937 random(static_cast<std::uint32_t>(seed));
    for (std::size_t left = result.size(); left > 1; --left)
      std::swap(result[left - 1], result[random() % left]);
  }
  if (order == Order::coloured) {
    const std::vector<int> colour = colours(uses);
    std::ranges::stable_sort(result, {}, [&](int item) { return colour[item]; });
  }
  return result;
}

}  // namespace simbench
