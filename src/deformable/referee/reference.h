// The reference minimum f* of a step's problem, for relative errors.
#pragma once

#include <optional>
#include <string_view>

#include "base/context.h"
#include "deformable/problem/incremental_potential.h"
#include "harness/trial.h"

namespace simbench {

// Newton's minimum of the problem, from the cache or computed; empty if Newton found none. `materials` has
// the laws and their parameters as text, because two laws can give a problem the same numbers. `positions`
// receives the positions of the minimum [m], unless it is null. Throws Stopped.
std::optional<Reference> reference_minimum(const IncrementalPotential<double>& problem,
                                           std::string_view materials, const Context& context,
                                           Positions<double>* positions = nullptr);

}  // namespace simbench
