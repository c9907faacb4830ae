// The reference minimum f* of a step's problem, which relative errors are measured against.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/cache.h"
#include "experiment/trial.h"
#include "problem/incremental_potential.h"

namespace simbench {

// Newton's minimum of the problem, from the cache or computed; empty if Newton found none. `materials`: the laws and their
// parameters as text, which the problem's numbers alone need not tell apart. `positions`: unless null, gets where the minimum is.
// Throws Stopped.
std::optional<Reference> reference_minimum(const IncrementalPotential<double>& problem,
                                           std::string_view materials, const Cache& cache,
                                           const std::function<void(const std::string&)>& note,
                                           const Stop& stop = {}, Positions<double>* positions = nullptr);

}  // namespace simbench
