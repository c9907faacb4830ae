// The common base of solvers that take Newton steps on the conditions of the solution (optimality.h).
#pragma once

#include "rigid/problem/optimality.h"
#include "rigid/problem/smooth_problem.h"
#include "rigid/solvers/solver.h"

namespace simbench::rigid {

// Works on joints without kinks: an aligned axis has no gradient, and the matrix would be singular.
class NewtonSolver : public Solver {
 public:
  std::optional<Failure> begin_step(const StepProblem& problem) override {
    smooth_.emplace(problem);
    start_at(smooth_->problem());
    conditions_.emplace(smooth_->problem());
    conditions_->set_rows(multipliers_);
    return {};
  }
  VectorX<double> multipliers() const override { return smooth_->multipliers_of_given(multipliers_); }
  // The multipliers of joints that were replaced by other forms are unknown.
  bool has_multipliers() const override { return !smooth_->had_kinks(); }

 protected:
  std::optional<Optimality> conditions_;

 private:
  std::optional<SmoothProblem> smooth_;
};

}  // namespace simbench::rigid
