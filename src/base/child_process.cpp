#include "base/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

#include "base/error.h"
#include "base/stop_signal.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SIMBENCH_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SIMBENCH_SANITIZED
#endif
#endif

namespace simbench {

#if defined(SIMBENCH_SANITIZED)
const bool child_memory_is_limited = false;
#else
const bool child_memory_is_limited = true;
#endif

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kept_output = std::size_t{64} << 10;  // [bytes]
constexpr int slice = 20;                                   // between two looks at the child [ms]

// The reading end does not wait, and neither end outlives an exec.
class Pipe {
 public:
  Pipe() {
    if (::pipe2(ends_.data(), O_CLOEXEC) != 0) {
      throw Error(ExitCode::resources, fmt::format("cannot open a pipe: {}", std::strerror(errno)));
    }
    ::fcntl(ends_[0], F_SETFL, O_NONBLOCK);
  }
  ~Pipe() {
    ::close(ends_[0]);
    close_writing_end();
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  int reading_end() const { return ends_[0]; }
  int writing_end() const { return ends_[1]; }
  void close_writing_end() {
    if (ends_[1] >= 0) ::close(ends_[1]);
    ends_[1] = -1;
  }

 private:
  std::array<int, 2> ends_{-1, -1};
};

void limit(__rlimit_resource resource, rlim_t value) {
  const rlimit both = {value, value};
  ::setrlimit(resource, &both);
}

// After a fork in a program with threads: only functions that a signal handler may call.
[[noreturn]] void become(char* const* arguments, int output, pid_t parent, const ChildLimits& limits) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // it has died before it could take us along
  ::dup2(::open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
  limit(RLIMIT_CORE, 0);
  if (child_memory_is_limited) limit(RLIMIT_AS, static_cast<rlim_t>(limits.megabytes) << 20);
  ::execv(arguments[0], arguments);
  const std::array<const char*, 5> message = {"cannot start '", arguments[0], "': ", ::strerrordesc_np(errno),
                                              "\n"};
  for (const char* text : message) {
    if (::write(STDERR_FILENO, text, std::strlen(text)) < 0) break;
  }
  ::_exit(127);
}

// Has it ended? It stays to be waited for, so that nobody else gets its id.
bool has_ended(pid_t child) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == child;
}

// Appends what there is; false at the end of the file.
bool read_available(int descriptor, std::string& output) {
  std::array<char, kept_output> block;
  const ssize_t count = ::read(descriptor, block.data(), block.size());
  if (count > 0) output.append(block.data(), static_cast<std::size_t>(count));
  if (output.size() > kept_output) output.erase(0, output.size() - kept_output);
  return count != 0;
}

}  // namespace

ChildResult run_child(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                      const ChildLimits& limits) {
  std::vector<char*> argv = {const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);

  Pipe pipe;
  const StopSignal watch;
  std::signal(SIGCHLD, SIG_DFL);  // if it is ignored, which programs inherit, nobody learns how a child ended
  const auto deadline = Clock::now() + std::chrono::duration<double>(limits.seconds);
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) {
    throw Error(ExitCode::resources, fmt::format("cannot start a process: {}", std::strerror(errno)));
  }
  if (child == 0) become(argv.data(), pipe.writing_end(), parent, limits);
  ::setpgid(child, child);  // by both, since either may be first
  pipe.close_writing_end();

  ChildResult result;
  pollfd readable = {pipe.reading_end(), POLLIN, 0};
  while (!has_ended(child) && !StopSignal::received() && !result.timed_out) {
    if (::poll(&readable, 1, slice) > 0 && !read_available(readable.fd, result.output)) readable.fd = -1;
    result.timed_out = Clock::now() > deadline;
  }
  ::kill(-child, SIGKILL);  // it, if it still runs, and what it has started
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  read_available(pipe.reading_end(), result.output);  // no pipe holds more than that

  if (StopSignal::received()) throw Error(StopSignal::exit_code(), StopSignal::sentence());
  if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  return result;
}

}  // namespace simbench
