// Values that options take, as completion.h names their types.
#pragma once

#include <string>
#include <string_view>

#include "simbench/completion.h"

namespace simbench {

// The files that a command line names before the cursor, which decide what else fits.
struct GivenFiles {
  std::string scene, plan;  // empty: not given

  // A value of an option of that type.
  void note(const std::string& type, const std::string& value);
};

// Those that a typed beginning may have become; more than that are sorted out later.
Completions values_of(const std::string& type, const std::string& typed, const GivenFiles& files);

}  // namespace simbench
