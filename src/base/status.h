// How a run ended, and why it could not begin or go on.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/error.h"

namespace simbench {

// The first four are successes (exit code 0). statuses() gives the meaning of each.
enum class Status {
  converged,
  max_iterations,
  stalled,
  target_reached,
  not_spd,
  not_finite,
  not_representable,
  no_minimum,
  not_solved,
  diverged,
  interrupted,
  timeout,
};

struct StatusEntry {
  std::string_view name;
  std::string_view meaning;
  ExitCode exit_code;
};
// In the order of the enumerators.
std::span<const StatusEntry> statuses();

std::string_view to_string(Status status);
ExitCode exit_code_of(Status status);
bool is_success(Status status);
bool is_success(std::string_view status);  // by name
// Whether a time limit or a signal ended the run. If the run is repeated, it may get further.
bool is_cut_short(Status status);
bool is_cut_short(std::string_view status);

// Why a run, a step or a solver ends.
struct Failure {
  Failure(Status why, std::string in_words = {}) : status(why), reason(std::move(in_words)) {}

  Status status;
  std::string reason;  // for people; may be empty
};
inline bool operator==(const Failure& failure, Status status) {
  return failure.status == status;
}

}  // namespace simbench
