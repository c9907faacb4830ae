// Which condition each row has at a solution with inequalities: either c + α̃ Λ = value, or Λ = value. Rows of
// equations always have c + α̃ Λ = 0.
#pragma once

#include <limits>

#include "rigid/bodies/linearisation.h"

namespace simbench::rigid {

struct RowCondition {
  bool is_equation = true;  // c + α̃ Λ = value; otherwise Λ = value
  double value = 0;

  bool operator==(const RowCondition&) const = default;
};

// The condition that a multiplier between its bounds implies.
template <class Constraint>
RowCondition condition_of(const Constraint& constraint, double multiplier) {
  if (!constraint.is_inequality()) return {};
  if (constraint.is_limit() && multiplier == 0) return {false, 0};
  if (multiplier <= constraint.lower_bound) return {false, constraint.lower_bound};
  if (multiplier >= constraint.upper_bound) return {false, constraint.upper_bound};
  return {true, multiplier < 0 ? constraint.slack : 0};
}

// The condition to try after the given one led to this multiplier and to this error c + α̃ Λ. An error of at
// most `touching` is none.
template <class Constraint>
RowCondition corrected(const Constraint& constraint, const RowCondition& now, double multiplier, double error,
                       double touching) {
  if (!constraint.is_inequality()) return now;
  if (now.is_equation) {
    // Between two limits, Λ must not pull the row towards the limit at which it is.
    const bool pulls = constraint.slack > 0 && (now.value == 0 ? multiplier < 0 : multiplier > 0);
    if (pulls) return {false, 0};
    if (multiplier < constraint.lower_bound) return {false, constraint.lower_bound};
    if (multiplier > constraint.upper_bound) return {false, constraint.upper_bound};
    return now;
  }
  const bool can_grow = now.value<constraint.upper_bound, can_fall = now.value> constraint.lower_bound;
  if (can_grow && error < (now.value < 0 ? constraint.slack : 0) - touching)
    return {true, now.value < 0 ? constraint.slack : 0};
  if (can_fall && error > (now.value > 0 ? 0 : constraint.slack) + touching)
    return {true, now.value > 0 ? 0 : constraint.slack};
  return now;
}

}  // namespace simbench::rigid
