// Tells which solver was the first to reach an error, and how much faster it was than the others. The format
// is the same as in hyperfine (https://github.com/sharkdp/hyperfine).
#pragma once

#include <string>
#include <vector>

namespace simbench {

struct TimesToError {
  std::string solver;
  std::vector<double> seconds;  // time of the iterations to that error, per repetition; empty if not reached
};

// With repetitions "qn reached 1e-6 in 0.007 s of iterations, 3.2 ± 0.1 times faster than admm", and a line
// for each further solver. Times are means; ± is the standard deviation of the ratio, which follows from the
// deviations of both solvers. Without repetitions, the spread of the times is not known, so the text has the
// times of one run each, and no ratio. Empty unless at least two solvers reached the error.
std::vector<std::string> fastest(double error, std::vector<TimesToError> solvers);

}  // namespace simbench
