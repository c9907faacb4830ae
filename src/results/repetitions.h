// A run that is repeated for the sake of its times.
#pragma once

#include <string>
#include <vector>

#include "experiment/run.h"

namespace simbench {

// Which of the repetitions of one run took the median of their seconds of iterations; of an even number the faster of the two
// in the middle. Throws Error (check_failed) if one has other rows in iterations.csv than the first; `name` is the run's in
// that message.
std::size_t median_repetition(const std::vector<RunResult>& results, const std::string& name);

// From the fastest to the slowest, as a share of the median; 0 where no time has passed.
double spread(std::vector<double> seconds);

}  // namespace simbench
