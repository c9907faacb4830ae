// Finds the ADMM weight factor c that reaches a relative error in the fewest iterations.
#pragma once

#include <functional>

#include "deformable/trial/tuned_weights.h"
#include "harness/experiment.h"

namespace simbench {

struct TuneOptions {
  double target = 1e-6;   // relative error
  int iterations = 1000;  // largest number for each c
  double lowest = 0.1;    // smallest c
  double highest = 1.5;   // largest c
};

// Tries a coarse grid of c, then golden-section search in log c around the best one. A run stops as soon as
// it cannot be the best. `tried` receives each c and its number of iterations (empty if the run was stopped).
// Returns nothing if no c reaches the target. `experiment` must be a deformable scene with solver admm.
std::optional<TunedWeight> tune(
    Experiment experiment, const TuneOptions& options, const Context& context,
    const std::function<void(double factor, std::optional<int> iterations)>& tried);

}  // namespace simbench
