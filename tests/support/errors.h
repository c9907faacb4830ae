// Messages of errors.
#pragma once

#include <catch2/catch.hpp>
#include <functional>
#include <string>

#include "base/error.h"

namespace simbench::test {

// The message of the Error that `action` throws, which has this exit code; "no error" if it throws none.
inline std::string error_text(ExitCode code, const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    CHECK(error.code() == code);
    return error.what();
  }
  return "no error";
}

}  // namespace simbench::test
