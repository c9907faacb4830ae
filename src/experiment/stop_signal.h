// Ctrl-C and SIGTERM while solvers run: the first one lets the iteration end and the run stop, the second one ends the
// process.
#pragma once

#include <csignal>

#include "base/error.h"

namespace simbench {

// While an object lives, the two signals are caught.
class StopSignal {
 public:
  StopSignal();
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  static const volatile std::sig_atomic_t* flag();  // the number of the signal, or 0
  static bool received() { return *flag() != 0; }
  static ExitCode exit_code();  // of a process that the signal ended

 private:
  struct sigaction previous_interrupt_;
  struct sigaction previous_terminate_;
};

}  // namespace simbench
