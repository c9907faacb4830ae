// Child processes: copies of this process, and other programs. If a child crashes, this process goes on and
// can report it.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace simbench {

struct ChildResult {
  int exit_code = -1;      // -1 if a signal ended the child, or if somebody else has waited for it
  int signal = 0;          // the signal that ended the child, or 0
  bool timed_out = false;  // true if this process killed the child after its time limit
  std::string output;      // the last 64 KiB of what the child wrote
};

class Child {
 public:
  // Starts a copy of this process that runs `body`, writes its messages to standard error, and ends with the
  // exit code that `body` returns. An exception of `body` ends the copy by std::terminate. In a process with
  // several threads, `body` may call only functions that a signal handler may call. The copy leads its own
  // process group, has no open files except the standard streams, and is killed when this process ends (if it
  // was started from the main thread). Throws Error with ExitCode::resources if no process can be started.
  explicit Child(const std::function<int()>& body);
  // Kills the child if it still runs.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // How the child ended; empty while it runs. Processes that the child started are killed when it ends.
  std::optional<ChildResult> result();
  void send(int signal) const;  // to the child only
  void kill() const;            // the child and the processes that it started

  // Waits until one of the children ends or writes, or a signal arrives, at most the given time.
  static void wait_for_any(const std::vector<const Child*>& children, int milliseconds);

 private:
  bool read_available();

  pid_t id_ = -1;  // -1 after the child was waited for
  int pipe_ = -1;  // the end that is read; -1 after the other end was closed
  std::string output_;
};

// Whether ChildLimits::megabytes is enforced. Builds with a sanitizer cannot do so, because shadow memory
// takes terabytes of address space.
extern const bool child_memory_is_limited;

struct ChildLimits {
  double seconds;         // wall clock
  std::size_t megabytes;  // limit of the address space [2²⁰ bytes]
};

// Starts `program` with an empty standard input, reads both of its outputs, and waits for it. The program
// leaves no core file. If this process receives a signal of stop_signal.h, the function kills the program and
// throws Error with the exit code of the signal. Throws Error with ExitCode::resources if no process can be
// started. If the program is missing or not executable, the exit code is 127 and the output names the reason.
ChildResult run_child(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                      const ChildLimits& limits);

// Replaces this process by `program`, which keeps its streams, terminal and signals. Throws Error with
// ExitCode::resources if the program cannot be started.
[[noreturn]] void become_program(const std::filesystem::path& program,
                                 const std::vector<std::string>& arguments);

}  // namespace simbench
