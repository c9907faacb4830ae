// Measures every solver of rigid bodies on a chain of 10,000 boxes with ball joints.
#pragma once

#include <functional>

#include "case_list.h"
#include "statistics.h"

namespace simbench::benchmarks {

// Passes a row, with joints in place of tets, to `add`. Throws if the solver differs from its baseline.
void measure_rigid_chain(const RigidCase& which, double seconds, const std::function<void(const Json&)>& add);

}  // namespace simbench::benchmarks
