// Measures gs and avbd on chains with joints of every type.
#pragma once

#include <functional>

#include "statistics.h"

namespace simbench::benchmarks {

// The names of the chains: a type of joint each, and mixed ones.
std::vector<std::string> kinds_of_joints();

// Passes rows of gs and avbd on 10,000 boxes to `add`. A case is named after the solver and the kind, and has
// joints in place of tets. gs has a baseline. Throws if it differs from it.
void measure_rigid_joints(std::string_view kind, double seconds, const std::function<void(const Json&)>& add);

}  // namespace simbench::benchmarks
