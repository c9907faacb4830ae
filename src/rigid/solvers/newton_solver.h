// What solvers that take Newton's steps on the conditions of the solution (optimality.h) have in common.
#pragma once

#include "rigid/optimality.h"
#include "rigid/smooth_problem.h"
#include "rigid/solver.h"

namespace simbench::rigid {

// On joints without kinks: an aligned axis has no gradient, and the matrix would be singular there. In double precision alone, because
// derivatives are differences of numbers that single precision rounds too far.
class NewtonSolver : public Solver<double> {
 public:
  std::optional<Failure> begin_step(const StepProblem<double>& problem) override {
    smooth_.emplace(problem);
    start_at(smooth_->problem());
    conditions_.emplace(smooth_->problem());
    return {};
  }
  VectorX<double> multipliers() const override { return smooth_->multipliers_of_given(multipliers_); }
  // Those of joints in other rows are not known.
  bool has_multipliers() const override { return !smooth_->had_kinks(); }

 protected:
  // Why they cannot take these constraints; empty if they can.
  static Declines declines_inequalities(const Constraints<double>& constraints) {
    if (constraints.has_inequalities())
      return "it takes equations only, and the scene has a contact or a limit";
    return {};
  }

  std::optional<Optimality> conditions_;

 private:
  std::optional<SmoothProblem> smooth_;
};

}  // namespace simbench::rigid
