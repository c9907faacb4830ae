// Completes values of options by their types (completion.h lists these).
#pragma once

#include <string>
#include <string_view>

#include "simbench/completion.h"

namespace simbench {

// The files that a command line names before the cursor. They determine the other completions.
struct GivenFiles {
  std::string scene, plan;  // empty if not given

  // Notes the value of an option of this type.
  void note(const std::string& type, const std::string& value);
};

// Completions of `typed`. Some may not begin with it; completions() removes these.
Completions values_of(const std::string& type, const std::string& typed, const GivenFiles& files);

}  // namespace simbench
