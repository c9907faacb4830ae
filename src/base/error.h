// The error that ends a command: a message for the user and the exit code that scripts rely on.
#pragma once

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

namespace simbench {

// Exit codes of the executables.
enum class ExitCode : int {
  ok = 0,
  check_failed = 1,
  usage = 2,
  mesh = 3,
  output = 4,
  numerical_failure = 5,
  locked = 6,
  resources = 7,
  hung_up = 129,
  interrupted = 130,
  terminated = 143,
};

struct ExitCodeEntry {
  ExitCode code;
  std::string_view meaning;
};
inline constexpr std::array<ExitCodeEntry, 11> exit_codes = {{
    {ExitCode::ok, "success"},
    {ExitCode::check_failed, "a check failed (compare, verify, rerun)"},
    {ExitCode::usage, "the command line, a scene or a plan is wrong"},
    {ExitCode::mesh, "a mesh is invalid or missing"},
    {ExitCode::output, "a file could not be read or written"},
    {ExitCode::numerical_failure, "a run failed numerically"},
    {ExitCode::locked, "another process is working in the same folder"},
    {ExitCode::resources, "memory or time ran out"},
    {ExitCode::hung_up, "stopped by SIGHUP"},
    {ExitCode::interrupted, "stopped by SIGINT (Ctrl-C)"},
    {ExitCode::terminated, "stopped by SIGTERM"},
}};

// Thrown for problems that the user can solve. Numerical trouble never throws; it is a status in the results.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

}  // namespace simbench
