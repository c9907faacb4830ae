// Prepares the process before any other work, and ends it if memory runs out.
#pragma once

#include "base/error.h"

namespace simbench {

// Prepares the process:
// * opens the standard streams, so that a result file does not get the descriptor of a standard stream that
// the caller has closed;
// * ignores SIGPIPE and SIGXFSZ, so that a run continues when nobody reads its output;
// * prints a message if the CPU time ends, or if memory runs out in a function that must not throw;
// * grows the main stack, so that it needs no memory later.
// Throws std::bad_alloc if there is no memory for the stack, and Error (resources) if the stack may not grow.
void prepare_process();

inline constexpr const char* out_of_memory = "out of memory; try fewer cells";

// Prints "simbench: …" and returns the code. It allocates no memory, since there may be none left.
int failed(ExitCode code, const char* what, const char* why = "");

}  // namespace simbench
