// Environment variables in tests.
#pragma once

#include <stdlib.h>

#include <optional>
#include <string>

namespace simbench::test {

// Sets an environment variable as long as the object lives. An empty value unsets it.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    if (const char* previous = ::getenv(name)) previous_ = previous;
    value.empty() ? ::unsetenv(name) : ::setenv(name, value.c_str(), 1);
  }
  ~Variable() { previous_ ? ::setenv(name_, previous_->c_str(), 1) : ::unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> previous_;
};

}  // namespace simbench::test
