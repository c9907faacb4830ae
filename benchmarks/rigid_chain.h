// A chain of boxes with ball joints under solvers of rigid bodies, beside the same iterations as one writes them with Eigen, a joint and a body after the
// other.
#pragma once

#include <nlohmann/json.hpp>

namespace simbench::benchmarks {

// Rows as of the beams, with joints in the place of tets: gs and avbd on 10,000 boxes, in double and single precision. Throws if a solver differs
// from its baseline.
nlohmann::json measure_rigid_chain(double seconds);

}  // namespace simbench::benchmarks
