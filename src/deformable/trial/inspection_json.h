// The JSON that `simbench check` prints about a deformable scene (docs/json.md).
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "deformable/problem/derivative_test.h"
#include "deformable/scene/scene.h"
#include "deformable/trial/problem_quality.h"

namespace simbench {

// `derivatives`: the results of the tests of derivatives, if they ran.
nlohmann::ordered_json inspection_json(const Scene& scene, const ProblemQuality& quality,
                                       const std::optional<std::vector<DerivativeTest>>& derivatives);

}  // namespace simbench
