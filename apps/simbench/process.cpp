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

// Frames and Eigen's matrix products (two buffers of up to 128 KiB on the stack) use less than half of these
// bytes.
constexpr std::size_t stack_bytes = 512 * 1024;

// Checks the limit of the main stack. Growing beyond the limit would end the process by SIGSEGV.
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

// The frame of this function is the memory by which the stack grows. So it must not be inlined.
[[gnu::noinline]] void touch_stack() {
  constexpr std::size_t page = 4096;
  [[maybe_unused]] volatile char stack[stack_bytes];
  for (std::size_t i = 0; i < stack_bytes; i += page) stack[i] = 0;
}

// The kernel grows the main stack when it is touched. If there is no memory for it, SIGSEGV ends the process.
// So the stack grows now, where the failure can be reported. Throws std::bad_alloc.
void grow_stack() {
  void* const room = ::mmap(nullptr, stack_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) throw std::bad_alloc();
  ::munmap(room, stack_bytes);
  touch_stack();
}

// If the soft and the hard limit of CPU time are equal (ulimit -t of most shells), SIGKILL comes without a
// warning. So this function lowers the soft limit by a second; then SIGXCPU comes first. A run catches the
// signal (base/stop_signal.h); otherwise the process ends with a message.
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

// The terminate handler. nlohmann's destructors and some noexcept functions of libstdc++ allocate memory. If
// that fails, the process ends here, and not in the catch clauses of main(). The exception may be unknown.
// Files are left as after SIGKILL.
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
  std::signal(SIGXFSZ, SIG_IGN);  // write() returns an error instead
  expect_end_of_cpu_time();
  std::set_terminate(terminated);
  allow_stack();
  grow_stack();
  sha256("");  // sets OpenSSL up, which crashes if an allocation fails during its set-up
}

int failed(ExitCode code, const char* what, const char* why) {
  for (const char* text : {"simbench: ", what, why, "\n"}) write_visibly(text, stderr);
  return static_cast<int>(code);
}

}  // namespace simbench
