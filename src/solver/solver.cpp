#include "solver/solver.h"

#include <algorithm>
#include <array>

namespace simbench {

namespace {

constexpr std::array<std::string_view, 11> names = {
    "converged",         "max_iterations", "stalled",  "target_reached", "not_spd", "not_finite",
    "not_representable", "no_minimum",     "diverged", "interrupted",    "timeout"};

}  // namespace

std::string_view to_string(Status status) {
  return names[static_cast<std::size_t>(status)];
}

Failure failure_of(MatrixDefect defect) {
  if (defect == MatrixDefect::not_finite)
    return {Status::not_finite, "a system matrix has an entry that is no finite number"};
  return {Status::not_spd, "a system matrix is not positive definite"};
}

bool is_success(Status status) {
  return status <= Status::target_reached;
}

bool is_success(std::string_view status) {
  return std::find(names.begin(), names.begin() + 4, status) != names.begin() + 4;
}

bool is_cut_short(Status status) {
  return status == Status::interrupted || status == Status::timeout;
}

bool is_cut_short(std::string_view status) {
  return status == to_string(Status::interrupted) || status == to_string(Status::timeout);
}

}  // namespace simbench
