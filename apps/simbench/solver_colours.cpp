#include "simbench/solver_colours.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <iterator>

namespace simbench {

namespace {

struct SolverColour {
  const char* solver;
  std::uint32_t rgb;
};

// The same as LOOKS in python/simbench/labels.py; a test compares them.
constexpr SolverColour table[] = {
    {"pbd", 0xE761C5},
    {"xpbd", 0xB63100},
    {"pd", 0x004AB9},
    {"admm", 0x15977E},
    {"qn", 0xF0A500},
    {"newton", 0x000000},
    {"mixed", 0xA6761D},
    {"newton_cg", 0x7F7F2A},
    {"vbd", 0x5A4D25},
    {"pbng", 0xD98880},
    {"generalized_pbd", 0x3D6B8C},
    {"chebyshev", 0x8D1F77},
    {"anderson", 0x5625FC},
    {"nesterov", 0xA8A863},
    {"ncg", 0x0070AF},
    {"barzilai_borwein", 0xC49BE8},
    {"anderson_admm", 0x3F6E5A},
    {"douglas_rachford", 0x84D2C5},
    {"jgs2", 0xC2410C},
    {"coordinate_condensation", 0x2F4F4F},
    {"xpbd_global", 0x7A3E9D},
    {"kkt", 0x56B4E9},
    {"bfgs", 0xB2182B},
    {"gradient_descent", 0x5AAE61},
    {"formula", 0x666666},
    {"gs", 0x0072B2},
    {"jacobi", 0xE69F00},
    {"sor", 0x009E73},
    {"avbd", 0xF781BF},
    {"alm", 0x4B1FE0},
    {"si", 0x56B4E9},
    {"soft_step", 0x7A3E9D},
    {"tgs", 0x8C6D1F},
    {"direct", 0x000000},
};

// The step of the 256-colour palette's cube that is nearest to an amount of red, green or blue.
int cube_step(int amount) {
  constexpr std::array<int, 6> steps = {0, 95, 135, 175, 215, 255};
  const auto distance = [&](int step) { return std::abs(step - amount); };
  const auto nearest =
      std::min_element(steps.begin(), steps.end(), [&](int a, int b) { return distance(a) < distance(b); });
  return static_cast<int>(nearest - steps.begin());
}

}  // namespace

std::string colour_of(const std::string& solver) {
  const auto found = std::find_if(std::begin(table), std::end(table),
                                  [&](const SolverColour& one) { return one.solver == solver; });
  if (found == std::end(table)) return {};
  const int red = cube_step(found->rgb >> 16), green = cube_step(found->rgb >> 8 & 0xff),
            blue = cube_step(found->rgb & 0xff);
  if (red == green && green == blue) return {};
  return fmt::format("\x1b[38;5;{}m", 16 + 36 * red + 6 * green + blue);
}

}  // namespace simbench
