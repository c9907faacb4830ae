// Measures the times per joint of solvers of rigid bodies.
#pragma once

#include <nlohmann/json.hpp>

namespace simbench::benchmarks {

// Rows of gs and avbd in double precision on 10,000 boxes: chains with one kind of joint, and mixed ones. The
// case is named after the solver and the kind, and has joints in place of tets.
nlohmann::json measure_rigid_joints(double seconds);

}  // namespace simbench::benchmarks
