// The error that ends a command: a message for the user and the exit code that scripts rely on.
#pragma once

#include <stdexcept>
#include <string>

namespace simbench {

// Exit codes of the executables (docs/output.md lists them for users).
enum class ExitCode : int {
  ok = 0,
  check_failed = 1,
  usage = 2,  // command line or scene
  mesh = 3,
  output = 4,  // a file could not be read or written
  numerical_failure = 5,
  locked = 6,
  resources = 7,  // memory or time
  hung_up = 129,
  interrupted = 130,
  terminated = 143,
};

// Thrown for whatever the user can mend; never for numerical trouble, which is a status in the results.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

}  // namespace simbench
