// Finds the ADMM weight factor c that reaches a relative error in the fewest iterations.
#pragma once

#include <functional>

#include "base/cache.h"
#include "experiment/tuned_weights.h"

namespace simbench {

struct TuneOptions {
  double target = 1e-6;   // relative error
  int iterations = 1000;  // at most, for each c
  double lowest = 0.1;    // of c
  double highest = 1.5;
};

// Tries a coarse grid of c, then golden section in log c around the best. A run is cut off where it can no longer be
// the best. `tried` is told of each c and the iterations it took (absent: too many). Empty if no c reaches the target.
// `experiment`: of admm.
std::optional<TunedWeight> tune(
    Experiment experiment, const TuneOptions& options, const Cache& cache,
    const std::function<void(double factor, std::optional<int> iterations)>& tried);

}  // namespace simbench
