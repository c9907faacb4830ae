// The repetitions of a run, which measure its times.
#pragma once

#include <string>
#include <vector>

#include "harness/run.h"

namespace simbench {

// The index of the repetition with the median iteration time. If the number of repetitions is even, it is the
// faster of the two in the middle. Throws Error (check_failed) if the rows of iterations.csv
// differ between repetitions; the message names the run by `name`.
std::size_t median_repetition(const std::vector<RunResult>& results, const std::string& name);

// (slowest − fastest) / median; 0 if the median is 0.
double spread(std::vector<double> seconds);

}  // namespace simbench
