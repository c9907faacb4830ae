// The signals that end a run in good order: Ctrl-C, SIGTERM, SIGHUP (the terminal or its connection is gone) and SIGXCPU (the
// limit of CPU time). The first one lets the iteration end and the run stop; a second one ends the process at once, but SIGXCPU
// comes every second and waits.
#pragma once

#include <array>
#include <csignal>
#include <string>

#include "base/error.h"

namespace simbench {

// While an object lives, the signals are caught, all but those that this process was started to ignore (nohup). Objects may
// be nested; what was received is forgotten with the outermost.
class StopSignal {
 public:
  static constexpr std::array signals = {SIGINT, SIGTERM, SIGHUP, SIGXCPU};

  StopSignal();
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  static int received();          // the number of the signal, or 0
  static ExitCode exit_code();    // of a process that the signal ended
  static std::string sentence();  // "stopped by SIGINT"

 private:
  std::array<struct sigaction, signals.size()> previous_{};
};

}  // namespace simbench
