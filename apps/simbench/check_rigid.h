// What `simbench check` says of a scene of rigid bodies.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "experiment/scene_file.h"

namespace simbench {

// For other programs (docs/json.md). `name`: the file's.
nlohmann::ordered_json check_rigid_json(const std::string& name, const SceneFile& file);
// For people.
void print_rigid_check(const std::string& name, const SceneFile& file);

}  // namespace simbench
