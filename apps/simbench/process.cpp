#include "simbench/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>

#include "base/sha256.h"
#include "base/visible.h"
#include "config/member.h"

namespace simbench {

namespace {

void open_standard_streams() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) == -1) ::open("/dev/null", O_RDWR);
  }
}

// Frames and Eigen's products of matrices (two buffers of up to 128 KiB on the stack) take less than half of it.
constexpr std::size_t stack_bytes = 512 * 1024;

// A main stack that must not grow as far as that would end the process by SIGSEGV.
void allow_stack() {
  constexpr rlim_t needed = stack_bytes + stack_bytes / 2;  // arguments and environment are on it, too
  rlimit allowed{};
  if (::getrlimit(RLIMIT_STACK, &allowed) != 0 || allowed.rlim_cur >= needed) return;
  const rlim_t found = allowed.rlim_cur;
  allowed = {needed, std::max(needed, allowed.rlim_max)};
  if (::setrlimit(RLIMIT_STACK, &allowed) == 0) return;
  throw Error(ExitCode::resources,
              fmt::format("the stack is limited to {} KiB, and simbench needs {}: ulimit -s {}", found / 1024,
                          needed / 1024, needed / 1024));
}

// In a function of its own: its frame is the memory that the stack grows by.
[[gnu::noinline]] void touch_stack() {
  constexpr std::size_t page = 4096;
  [[maybe_unused]] volatile char stack[stack_bytes];
  for (std::size_t i = 0; i < stack_bytes; i += page) stack[i] = 0;
}

// The main stack grows where it is touched, and a process whose memory is limited dies there by SIGSEGV. So it grows now, and a
// refusal is told. Throws std::bad_alloc.
void grow_stack() {
  void* const room = ::mmap(nullptr, stack_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) throw std::bad_alloc();
  ::munmap(room, stack_bytes);
  touch_stack();
}

// Where the soft and the hard limit of CPU time are the same (ulimit -t of most shells), SIGKILL comes without a warning: so
// SIGXCPU comes a second earlier. Outside a run, which catches it (base/stop_signal.h), it ends the process with a sentence.
void expect_end_of_cpu_time() {
  rlimit allowed{};
  if (::getrlimit(RLIMIT_CPU, &allowed) == 0 && allowed.rlim_max != RLIM_INFINITY && allowed.rlim_max > 1 &&
      allowed.rlim_cur >= allowed.rlim_max) {
    allowed.rlim_cur = allowed.rlim_max - 1;
    ::setrlimit(RLIMIT_CPU, &allowed);
  }
  std::signal(SIGXCPU, [](int) {
    constexpr std::string_view text = "simbench: stopped: the limit of CPU time is reached\n";
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
    ::_exit(static_cast<int>(ExitCode::resources));
  });
}

// nlohmann's values allocate where they are destroyed, and libstdc++ in functions that must not throw. If there is no
// memory for that, it ends here and not in the catch clauses of main(), if need be without a name for the exception; what
// is left behind is as after a kill.
[[noreturn]] void terminated() {
  try {
    if (const std::exception_ptr exception = std::current_exception()) std::rethrow_exception(exception);
    if (std::uncaught_exceptions() > 0) throw std::bad_alloc();
  } catch (const std::bad_alloc&) {
    std::_Exit(failed(ExitCode::resources, out_of_memory));
  } catch (const std::exception& error) {
    failed(ExitCode::resources, "internal error: ", config::plain(error).c_str());
  }
  std::abort();
}

}  // namespace

void prepare_process() {
  open_standard_streams();
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that must not grow is an error of write()
  expect_end_of_cpu_time();
  std::set_terminate(terminated);
  allow_stack();
  grow_stack();
  sha256("");  // OpenSSL is set up while there is memory: it crashes where an allocation fails in that
}

int failed(ExitCode code, const char* what, const char* why) {
  for (const char* text : {"simbench: ", what, why, "\n"}) write_visibly(text, stderr);
  return static_cast<int>(code);
}

}  // namespace simbench
