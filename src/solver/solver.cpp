#include "solver/solver.h"

namespace simbench {

std::string_view to_string(Status status) {
  switch (status) {
    case Status::converged:
      return "converged";
    case Status::max_iterations:
      return "max_iterations";
    case Status::stalled:
      return "stalled";
    case Status::target_reached:
      return "target_reached";
    case Status::not_spd:
      return "not_spd";
    case Status::diverged:
      return "diverged";
    case Status::interrupted:
      return "interrupted";
    case Status::timeout:
      return "timeout";
  }
  return "unknown";
}

}  // namespace simbench
