#include "base/status.h"

#include <algorithm>
#include <array>

namespace simbench {

namespace {

constexpr std::array<StatusEntry, 12> entries = {{
    {"converged", "the solver's own criterion holds", ExitCode::ok},
    {"max_iterations", "all requested iterations were done", ExitCode::ok},
    {"stalled", "no step length lowers the objective any more", ExitCode::ok},
    {"target_reached", "the relative error of --until-relative-error is reached", ExitCode::ok},
    {"not_spd", "a system matrix was not positive definite", ExitCode::numerical_failure},
    {"not_finite", "a system matrix had an entry that is not finite", ExitCode::numerical_failure},
    {"not_representable", "the problem's numbers do not fit into the solver's precision",
     ExitCode::numerical_failure},
    {"no_minimum", "Newton's method found no minimum of a step that is needed to go on",
     ExitCode::numerical_failure},
    {"not_solved", "an iterative linear solver did not reach its tolerance", ExitCode::numerical_failure},
    {"diverged",
     "positions are no longer finite or too far away for their precision, or a line search starts at an "
     "infinite objective",
     ExitCode::numerical_failure},
    {"interrupted", "stopped by Ctrl-C, SIGTERM or SIGHUP", ExitCode::interrupted},
    {"timeout", "stopped by --max-seconds, --max-wall-seconds or the limit of CPU time", ExitCode::resources},
}};

}  // namespace

std::span<const StatusEntry> statuses() {
  return entries;
}

std::string_view to_string(Status status) {
  return entries[static_cast<std::size_t>(status)].name;
}

ExitCode exit_code_of(Status status) {
  return entries[static_cast<std::size_t>(status)].exit_code;
}

bool is_success(Status status) {
  return exit_code_of(status) == ExitCode::ok;
}

bool is_success(std::string_view status) {
  return std::any_of(entries.begin(), entries.end(), [&](const StatusEntry& entry) {
    return entry.name == status && entry.exit_code == ExitCode::ok;
  });
}

bool is_cut_short(Status status) {
  return status == Status::interrupted || status == Status::timeout;
}

bool is_cut_short(std::string_view status) {
  return status == to_string(Status::interrupted) || status == to_string(Status::timeout);
}

}  // namespace simbench
