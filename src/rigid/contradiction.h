// Why the referee has found no solution of a step.
#pragma once

#include <string>

#include "base/stop.h"
#include "rigid/step_problem.h"

namespace simbench::rigid {

// The poses near given ones that come closest to the hard constraints, by the method of Levenberg and Marquardt on Σ |c|²/K.
struct Closest {
  Poses<double> poses;
  bool is_stationary = false;  // no direction lowers the sum: these are the closest around there
};
Closest closest_poses(const StepProblem<double>& problem, Poses<double> poses, const Stop& stop = {});

// A sentence without its full stop, of a problem for which find_minimum() is empty. Says that constraints contradict one another only where
// the closest poses do not meet them. Throws Stopped.
std::string why_unsolved(const StepProblem<double>& problem, const Stop& stop = {});

}  // namespace simbench::rigid
