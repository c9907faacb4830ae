// What a process of ours needs of its surroundings before it does anything, and how it ends when memory does.
#pragma once

#include "base/error.h"

namespace simbench {

// Open standard streams (a descriptor that the caller has closed must not become that of a result file), no death by SIGPIPE (a
// run goes on where nobody reads its output any more) or SIGXFSZ, an end that is told where CPU time or memory runs out in a
// place that must not throw, and a main stack that needs no more memory later on. Throws std::bad_alloc if there is no memory
// for that, Error (resources) if the stack may not grow.
void prepare_process();

inline constexpr const char* out_of_memory = "out of memory; try fewer cells";

// Prints "simbench: …" and returns the code. Allocates nothing: there may be no memory left to say so.
int failed(ExitCode code, const char* what, const char* why = "");

}  // namespace simbench
