// What `simbench check` says, for other programs (docs/json.md).
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "experiment/inspection.h"
#include "problem/derivative_test.h"
#include "scene/scene.h"

namespace simbench {

// `file`: the scene's; `derivatives`: their tests, if there were any.
nlohmann::ordered_json check_json(const std::string& file, const Scene& scene, const Inspection& seen,
                                  const Potentials<double>& potentials,
                                  const std::optional<std::vector<DerivativeTest>>& derivatives);

}  // namespace simbench
