// Where two JSON values differ, in words.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace simbench::config {

// A line a value that differs, in the order of `there`: "step.time_step: 0.01 there, 0.1 here". A value that one of them does
// not have is "absent". Long values are shortened.
std::vector<std::string> differences(const nlohmann::ordered_json& there, const nlohmann::ordered_json& here);

}  // namespace simbench::config
