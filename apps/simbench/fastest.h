// Which solver was first at an error, and how much faster than the others: the sentence that hyperfine ends with
// (https://github.com/sharkdp/hyperfine).
#pragma once

#include <string>
#include <vector>

namespace simbench {

struct TimesToError {
  std::string solver;
  std::vector<double>
      seconds;  // of its iterations to that error, one a repetition; empty: it did not get there
};

// "qn reached 1e-6 in 0.007 s of iterations, 3.2 ± 0.1 times faster than admm", and a line for each of the others. Times are means; ± is the
// standard deviation of their ratio, from those of both, if both have repetitions. Empty unless two solvers got there.
std::vector<std::string> fastest(double error, std::vector<TimesToError> solvers);

}  // namespace simbench
