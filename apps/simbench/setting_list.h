// Settings of a solver as `simbench list solvers` shows them.
#pragma once

#include <string>
#include <vector>

#include "solver/registry.h"

namespace simbench {

struct SettingEntry {
  std::string
      assignment;  // "solvers.qn.history=5", its default; "solvers.admm.weight_factor" without one, or for some choices only
  std::string allowed;  // "an integer between 0 and 1000"
  std::string meaning;
};

// In the order of their description.
std::vector<SettingEntry> settings_of(const SolverEntry& solver);

}  // namespace simbench
