#include "solver/solver.h"

#include <algorithm>
#include <array>

namespace simbench {

namespace {

constexpr std::array<std::string_view, 8> names = {"converged",      "max_iterations", "stalled",
                                                   "target_reached", "not_spd",        "diverged",
                                                   "interrupted",    "timeout"};

}  // namespace

std::string_view to_string(Status status) {
  return names[static_cast<std::size_t>(status)];
}

bool is_success(Status status) {
  return status <= Status::target_reached;
}

bool is_success(std::string_view status) {
  return std::find(names.begin(), names.begin() + 4, status) != names.begin() + 4;
}

}  // namespace simbench
