// Measures what it costs to look at an iteration: to compute one row of iterations.csv.
#pragma once

#include <functional>

#include "cases.h"
#include "statistics.h"

namespace simbench::benchmarks {

// Passes a row in double precision to `add` for each number of threads. Its time is that of Trial::observe(),
// which also completes the solver's report; it is compared with the iteration before it.
void measure_looking(const LookingCase& looking, const Beam& beam, const std::vector<int>& threads,
                     double seconds, const std::function<void(const Json&)>& add);

}  // namespace simbench::benchmarks
