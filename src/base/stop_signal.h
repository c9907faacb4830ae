// The signals that end a run in good order: Ctrl-C, SIGTERM, SIGHUP (the terminal or its connection is gone)
// and SIGXCPU (the limit of CPU time). After the first signal, the current iteration is finished and the run
// stops. A second signal ends the process at once; SIGXCPU does not, because the system repeats it every
// second.
#pragma once

#include <array>
#include <csignal>
#include <string>

#include "base/error.h"

namespace simbench {

// Catches the signals while an object lives, except those that this process inherited as ignored (nohup).
// Objects may be nested; the outermost one forgets the received signal when it ends.
class StopSignal {
 public:
  static constexpr std::array signals = {SIGINT, SIGTERM, SIGHUP, SIGXCPU};

  StopSignal();
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  // For a program that contains simbench, such as Python: its own handlers of these signals are called, too,
  // and again from the second signal on.
  static void pass_on(bool on);

  // Stops the computations of living objects, as SIGTERM does.
  static void ask();

  static int received();          // the number of the signal, or 0
  static ExitCode exit_code();    // the exit code of a process that the received signal ended
  static std::string sentence();  // "stopped by SIGINT"

 private:
  std::array<struct sigaction, signals.size()> previous_{};
};

}  // namespace simbench
