// Describes in words where two JSON values differ.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace simbench::config {

// One line per differing value, in the order of `there`: "step.time_step: 0.01 there, 0.1 here". A value that
// exists in only one of them is "absent" in the other. Long values are shortened.
std::vector<std::string> differences(const nlohmann::ordered_json& there, const nlohmann::ordered_json& here);

}  // namespace simbench::config
