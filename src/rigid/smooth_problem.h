// A step whose joints have no kinks, for Newton's method. The angle of an axis and a distance of zero have no derivative where they hold;
// there the axis is taken in two rows (constraints/alignment.h) and the distance in three.
#pragma once

#include "rigid/step_problem.h"

namespace simbench::rigid {

class SmoothProblem {
 public:
  // Which must outlive it.
  explicit SmoothProblem(const StepProblem<double>& problem);
  SmoothProblem(const SmoothProblem&) = delete;
  SmoothProblem& operator=(const SmoothProblem&) = delete;

  // The given one if it has no kinks.
  const StepProblem<double>& problem() const { return own_ ? *own_ : given_; }
  bool had_kinks() const { return own_.has_value(); }
  // Λ of the given problem's rows: zero of those that are other rows here.
  VectorX<double> multipliers_of_given(const VectorX<double>& multipliers) const;

 private:
  const StepProblem<double>& given_;
  std::optional<StepProblem<double>> own_;
};

}  // namespace simbench::rigid
