// Measures solvers of rigid bodies on a chain of boxes with ball joints. The baseline is a straightforward
// version of the same iterations with Eigen, which handles one joint or body after the other.
#pragma once

#include <nlohmann/json.hpp>

namespace simbench::benchmarks {

// Returns the same rows as for beams, with joints in place of tets: gs and avbd on 10,000 boxes, in double
// and single precision. Throws if a solver differs from its baseline.
nlohmann::json measure_rigid_chain(double seconds);

}  // namespace simbench::benchmarks
