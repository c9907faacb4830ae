#include "base/child.h"

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
#include <cstdio>
#include <cstring>
#include <utility>

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
constexpr int slice = 20;                                   // between two checks of the child [ms]

void limit(__rlimit_resource resource, rlim_t value) {
  const rlimit both = {value, value};
  ::setrlimit(resource, &both);
}

// The argument array for exec(). It ends with a null pointer and must not outlive `program` and `arguments`.
std::vector<char*> argument_vector(const std::filesystem::path& program,
                                   const std::vector<std::string>& arguments) {
  std::vector<char*> argv = {const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  return argv;
}

// Runs after a fork in a program with threads, so it calls only functions that a signal handler may call.
int become(char* const* arguments, const ChildLimits& limits) {
  ::dup2(::open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  limit(RLIMIT_CORE, 0);
  if (child_memory_is_limited) limit(RLIMIT_AS, static_cast<rlim_t>(limits.megabytes) << 20);
  ::execv(arguments[0], arguments);
  const std::array<const char*, 5> message = {"cannot start '", arguments[0], "': ", ::strerrordesc_np(errno),
                                              "\n"};
  for (const char* text : message) {
    if (::write(STDERR_FILENO, text, std::strlen(text)) < 0) break;
  }
  return 127;
}

}  // namespace

Child::Child(const std::function<int()>& body) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    throw Error(ExitCode::resources, fmt::format("cannot open a pipe: {}", std::strerror(errno)));
  ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
  std::signal(SIGCHLD, SIG_DFL);  // inherited SIG_IGN would hide how a child ends
  std::fflush(nullptr);           // otherwise the child would write the buffered text a second time
  const pid_t parent = ::getpid();
  id_ = ::fork();
  if (id_ == 0) {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(127);  // the parent died before prctl() took effect
    ::dup2(ends[1], STDERR_FILENO);
    ::close_range(3, ~0U, 0);  // above all locks, which must end with their holder
    // `noexcept`: if an exception left this function, the child would go on as a second parent.
    const auto exit_code = [&]() noexcept { return body(); };
    ::_exit(exit_code());
  }
  const int error = errno;
  ::close(ends[1]);
  pipe_ = ends[0];
  if (id_ < 0) {
    ::close(pipe_);
    throw Error(ExitCode::resources, fmt::format("cannot start a process: {}", std::strerror(error)));
  }
  ::setpgid(id_, id_);  // both processes call it, because either may be first
}

Child::~Child() {
  if (id_ >= 0) {
    kill();
    while (::waitpid(id_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  if (pipe_ >= 0) ::close(pipe_);
}

void Child::send(int signal) const {
  if (id_ >= 0) ::kill(id_, signal);
}

void Child::kill() const {
  if (id_ >= 0) ::kill(-id_, SIGKILL);
}

// Appends the text that can be read now to the output; returns false if there is none.
bool Child::read_available() {
  if (pipe_ < 0) return false;
  std::array<char, kept_output> block;
  const ssize_t count = ::read(pipe_, block.data(), block.size());
  if (count > 0) output_.append(block.data(), static_cast<std::size_t>(count));
  if (output_.size() > kept_output) output_.erase(0, output_.size() - kept_output);
  if (count == 0) {  // the other end is closed
    ::close(pipe_);
    pipe_ = -1;
  }
  return count > 0;
}

std::optional<ChildResult> Child::result() {
  read_available();
  siginfo_t info{};  // WNOWAIT keeps the zombie, so that no new process gets its id
  const bool known = ::waitid(P_PID, static_cast<id_t>(id_), &info, WEXITED | WNOHANG | WNOWAIT) == 0;
  if (known && info.si_pid != id_) return {};
  if (known) kill();  // the processes that the child has started
  int status = -1;    // remains -1 if somebody else has waited for the child
  while (known && ::waitpid(id_, &status, 0) < 0 && errno == EINTR) {
  }
  id_ = -1;
  while (read_available()) {
  }
  ChildResult result;
  result.output = std::move(output_);
  if (known && WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  if (known && WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  return result;
}

void Child::wait_for_any(const std::vector<const Child*>& children, int milliseconds) {
  std::vector<pollfd> pipes;
  for (const Child* child : children) {
    pipes.push_back({child->pipe_, POLLIN, 0});
    if (child->pipe_ < 0) milliseconds = 1;  // the child has closed its files and is about to end
  }
  ::poll(pipes.data(), pipes.size(), milliseconds);
}

ChildResult run_child(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                      const ChildLimits& limits) {
  const std::vector<char*> argv = argument_vector(program, arguments);
  const StopSignal watch;
  const auto deadline = Clock::now() + std::chrono::duration<double>(limits.seconds);
  Child child([&] { return become(argv.data(), limits); });
  bool timed_out = false;
  while (true) {
    if (std::optional<ChildResult> result = child.result()) {
      if (StopSignal::received()) throw Error(StopSignal::exit_code(), StopSignal::sentence());
      result->timed_out = timed_out;
      return *result;
    }
    timed_out = timed_out || Clock::now() > deadline;
    if (timed_out || StopSignal::received()) child.kill();
    Child::wait_for_any({&child}, slice);
  }
}

void become_program(const std::filesystem::path& program, const std::vector<std::string>& arguments) {
  std::fflush(nullptr);
  ::execv(program.c_str(), argument_vector(program, arguments).data());
  throw Error(ExitCode::resources,
              fmt::format("cannot start '{}': {}", program.string(), std::strerror(errno)));
}

}  // namespace simbench
