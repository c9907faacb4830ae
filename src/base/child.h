// A process that this one starts, a copy of itself or another program: whatever becomes of it, this process goes on and can say
// what happened.
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
  int exit_code = -1;      // -1 if a signal ended it, or if somebody else has waited for it
  int signal = 0;          // the signal that ended it, or 0
  bool timed_out = false;  // then this process has killed it
  std::string output;      // the last 64 KiB of what it has said
};

class Child {
 public:
  // Starts a copy of this process that does `body`, says what it has to say on standard error, and ends with the code that
  // `body` returns; an exception of `body` ends it as std::terminate does. In a process with several threads `body` may call only
  // functions that a signal handler may call. The copy leads a process group of its own, ends with this process (if started from
  // its main thread), and has no open file besides the standard streams. Error with ExitCode::resources if no process can be
  // started.
  explicit Child(const std::function<int()>& body);
  // Kills it, if it still runs.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // What became of it, and of what it has started, which is killed with it; empty while it runs.
  std::optional<ChildResult> result();
  void send(int signal) const;  // to it alone
  void kill() const;            // it and what it has started

  // Waits until one of these ends or says something, but no longer than so many milliseconds; a signal ends the wait, too.
  static void wait_for_any(const std::vector<const Child*>& children, int milliseconds);

 private:
  bool read_available();

  pid_t id_ = -1;  // -1: it has been waited for
  int pipe_ = -1;  // the end that is read; -1: nobody writes any more
  std::string output_;
};

// Whether a limit on memory holds: not in builds with a sanitizer, whose shadow memory takes terabytes of address space.
extern const bool child_memory_is_limited;

struct ChildLimits {
  double seconds;         // wall clock
  std::size_t megabytes;  // of address space [2²⁰ bytes]
};

// Starts `program` with an empty standard input, both of its outputs read, and waits for it. It leaves no core file. A signal of
// stop_signal.h ends it too and then throws Error with its exit code. Error with ExitCode::resources if no process can be started; a
// program that is not there or not executable is a child with exit code 127 that says so.
ChildResult run_child(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                      const ChildLimits& limits);

// Goes on as that program, which so has this process's streams, terminal and signals, and whose exit code is this process's. Throws
// Error with ExitCode::resources if it cannot be started.
[[noreturn]] void become_program(const std::filesystem::path& program,
                                 const std::vector<std::string>& arguments);

}  // namespace simbench
