// The surroundings of a long computation. No number depends on them.
#pragma once

#include <functional>
#include <string>

#include "base/cache.h"
#include "base/stop.h"

namespace simbench {

struct Context {
  Cache cache;                                        // start states and reference minima are kept there
  std::function<void(const std::string&)> note = {};  // receives a sentence before each part that takes long
  std::function<void(const std::string&)> warning = {};  // receives what the results will lack
  Stop stop = {};

  void tell(const std::string& text) const {
    if (note) note(text);
  }
  void warn(const std::string& text) const {
    if (warning) warning(text);
  }
};

}  // namespace simbench
