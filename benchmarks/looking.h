// Measures what it costs to look at an iteration: to compute one row of iterations.csv.
#pragma once

#include <functional>
#include <memory>

#include "cases.h"
#include "harness/trial.h"
#include "statistics.h"

namespace simbench::benchmarks {

// A trial of the case that has begun its step, and whose start has been observed. It is without reference
// minimum.
std::shared_ptr<Trial> begun_trial(const Beam& beam, const Case& which);

// Passes a row in double precision to `add` for each number of threads. Its time is that of Trial::observe(),
// which also completes the solver's report; it is compared with the iteration before it.
void measure_looking(const LookingCase& looking, const Beam& beam, const std::vector<int>& threads,
                     double seconds, const std::function<void(const Json&)>& add);

}  // namespace simbench::benchmarks
