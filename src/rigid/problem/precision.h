// Rounds the problem of a step to another precision.
#pragma once

#include "rigid/problem/step_problem.h"

namespace simbench::rigid {

// Rounds numbers, vectors and quaternions; booleans stay the same.
template <class To, class From>
void round_to(To& to, const From& from) {
  if constexpr (std::is_arithmetic_v<From>) {
    to = static_cast<To>(from);
  } else {
    to = from.template cast<typename To::Scalar>();
  }
}
template <class To, class From, std::size_t count>
void round_to(std::array<To, count>& to, const std::array<From, count>& from) {
  for (std::size_t i = 0; i < count; ++i) round_to(to[i], from[i]);
}

template <class To, class From>
Poses<To> rounded(const Poses<From>& poses) {
  Poses<To> result(poses.size());
  for (std::size_t b = 0; b < poses.size(); ++b) {
    round_to(result[b].position, poses[b].position);
    round_to(result[b].orientation, poses[b].orientation);
    result[b].orientation.normalize();
  }
  return result;
}

template <class To, class From>
std::vector<Displacement<To>> rounded(const std::vector<Displacement<From>>& displacements) {
  std::vector<Displacement<To>> result(displacements.size());
  for (std::size_t b = 0; b < displacements.size(); ++b) {
    round_to(result[b].linear, displacements[b].linear);
    round_to(result[b].angular, displacements[b].angular);
  }
  return result;
}

template <class To, class From>
Constraints<To> rounded(const Constraints<From>& constraints);
template <class To, class From>
StepProblem<To> rounded(const StepProblem<From>& problem);

StepProblem<float> single_precision(const StepProblem<double>& problem);

// Whether poses, masses and moments of inertia fit into the precision. A mass that rounds to zero or infinity
// would change the problem.
bool is_representable(const StepProblem<float>& rounded, const StepProblem<double>& problem);

}  // namespace simbench::rigid
