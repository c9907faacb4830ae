// Explains why the referee found no solution of a step.
#pragma once

#include <string>
#include <string_view>

#include "base/stop.h"
#include "rigid/problem/step_problem.h"

namespace simbench::rigid {

// The poses near given poses that violate the hard constraints least. They are a minimum of Σ |c|²/K, found
// by the method of Levenberg and Marquardt.
struct Closest {
  Poses poses;
  bool is_stationary = false;  // no direction lowers the sum, so these poses are a local minimum
};
Closest closest_poses(const StepProblem& problem, Poses poses, const Stop& stop = {});

// The beginning of the sentence on contradicting constraints.
inline constexpr std::string_view contradiction = "constraints contradict one another";

// Returns a sentence without its full stop. find_minimum() must have found no minimum of the problem. The
// sentence blames contradicting constraints only if the closest poses violate them. Throws Stopped.
std::string why_unsolved(const StepProblem& problem, const Stop& stop = {});

}  // namespace simbench::rigid
