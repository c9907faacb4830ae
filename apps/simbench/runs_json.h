// The document of `simbench --scene X --solver Y --json` (docs/json.md).
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "simbench/planned_run.h"

namespace simbench {

// Describes runs by the files in their folders: first those that were up to date, then those of this command.
// A run that a signal kept from beginning is left out.
nlohmann::ordered_json runs_json(const std::filesystem::path& scene,
                                 const std::vector<PlannedRun>& up_to_date,
                                 const std::vector<PlannedRun>& executed);

}  // namespace simbench
