// Another program, run to its end: whatever becomes of it, this process goes on and can say what happened.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace simbench {

// Whether a limit on memory holds: not in builds with a sanitizer, whose shadow memory takes terabytes of address space.
extern const bool child_memory_is_limited;

struct ChildLimits {
  double seconds;         // wall clock
  std::size_t megabytes;  // of address space [2²⁰ bytes]
};

struct ChildResult {
  int exit_code = -1;      // -1 if a signal ended it
  int signal = 0;          // the signal that ended it, or 0
  bool timed_out = false;  // then this process has killed it
  std::string output;      // of standard output and standard error, the last 64 KiB
};

// Starts `program` with an empty standard input and waits for it. What it has started itself ends with it, all of it ends
// with this process (if called from its main thread), and it leaves no core file. A signal of stop_signal.h ends it too and then throws
// Error with its exit code. Error with ExitCode::resources if no process can be started; a program that is
// not there or not executable is a child with exit code 127 that says so.
ChildResult run_child(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                      const ChildLimits& limits);

}  // namespace simbench
