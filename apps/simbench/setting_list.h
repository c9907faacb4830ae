// Settings of a solver as `simbench list solvers` shows them.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/solver_settings.h"

namespace simbench {

struct SettingEntry {
  std::string path;                             // "solvers.qn.history"
  std::optional<nlohmann::ordered_json> value;  // the default, if it does not depend on other settings
  std::string allowed;                          // "an integer between 0 and 1000"
  std::string meaning;
};

// A value in the form that --set accepts.
std::string setting_text(const nlohmann::ordered_json& value);

// The settings in the order of their description.
std::vector<SettingEntry> settings_of(const NamedSolver& solver);

}  // namespace simbench
