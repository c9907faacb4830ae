// A step whose joints have no kinks, for Newton's method. The angle of an axis and a distance of zero have no
// derivative at their solution. This class replaces the axis by two rows (constraints/alignment.h) and the
// distance by three.
#pragma once

#include "rigid/problem/step_problem.h"

namespace simbench::rigid {

class SmoothProblem {
 public:
  // `problem` must outlive this object.
  explicit SmoothProblem(const StepProblem& problem);
  SmoothProblem(const SmoothProblem&) = delete;
  SmoothProblem& operator=(const SmoothProblem&) = delete;

  // The given problem if it has no kinks.
  const StepProblem& problem() const { return own_ ? *own_ : given_; }
  bool had_kinks() const { return own_.has_value(); }
  // Λ for the rows of the given problem; zero for joints that were replaced.
  VectorX<double> multipliers_of_given(const VectorX<double>& multipliers) const;

 private:
  const StepProblem& given_;
  std::optional<StepProblem> own_;
};

}  // namespace simbench::rigid
