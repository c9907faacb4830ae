#include "simbench/process.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

#include "base/sha256.h"

namespace simbench {

namespace {

void open_standard_streams() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) == -1) ::open("/dev/null", O_RDWR);
  }
}

// The main stack grows where it is touched, and a process whose memory is limited dies there by SIGSEGV (Eigen puts up to
// 128 KiB on it for a product of matrices). So it grows now, and a refusal is told. Throws std::bad_alloc.
void grow_stack() {
  constexpr std::size_t bytes = 512 * 1024, page = 4096;
  rlimit allowed{};
  if (::getrlimit(RLIMIT_STACK, &allowed) != 0 || allowed.rlim_cur < 2 * bytes) return;
  void* const room = ::mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) throw std::bad_alloc();
  ::munmap(room, bytes);
  [[maybe_unused]] volatile char stack[bytes];
  for (std::size_t i = 0; i < bytes; i += page) stack[i] = 0;
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
    failed(ExitCode::resources, "internal error: ", error.what());
  }
  std::abort();
}

}  // namespace

void prepare_process() {
  open_standard_streams();
  std::signal(SIGPIPE, SIG_IGN);
  std::set_terminate(terminated);
  grow_stack();
  sha256("");  // OpenSSL is set up while there is memory: it crashes where an allocation fails in that
}

int failed(ExitCode code, const char* what, const char* why) {
  for (const char* text : {"simbench: ", what, why, "\n"}) std::fputs(text, stderr);
  return static_cast<int>(code);
}

}  // namespace simbench
