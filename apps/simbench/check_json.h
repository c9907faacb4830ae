// What `simbench check` says, for other programs (docs/json.md).
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "experiment/inspection.h"
#include "experiment/scene_file.h"
#include "problem/derivative_test.h"

namespace simbench {

// The solvers of the scene's kind: why one declines, or what a run of it takes.
nlohmann::ordered_json solvers_json(const SceneFile& file);
void print_solvers(const SceneFile& file);

// Of a deformable body. `name`: the file's; `derivatives`: their tests, if there were any.
nlohmann::ordered_json check_json(const std::string& name, const SceneFile& file, const Inspection& seen,
                                  const std::optional<std::vector<DerivativeTest>>& derivatives);

}  // namespace simbench
