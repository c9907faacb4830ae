#include "harness/solver_memory.h"

#include <fmt/format.h>

#include "base/counted.h"
#include "base/error.h"

namespace simbench {

void SolverMemory::check_multiple(std::string_view name, std::size_t size) const {
  if (!stored_) return;
  const auto found = stored_->find(std::string(name));
  if (found == stored_->end() || found->second.size() % size == 0) return;
  throw Error(ExitCode::usage, fmt::format("the state's memory has {} in '{}', which is no multiple of {}; "
                                           "set state.memory to none to begin without it",
                                           counted(found->second.size(), "number"), name, size));
}

}  // namespace simbench
