// What a solver of rigid bodies is to the harness: something that takes the problem of a time step and improves its poses by one outer
// iteration at a time.
#pragma once

#include "base/status.h"
#include "rigid/step_problem.h"

namespace simbench::rigid {

template <class Real>
class Solver {
 public:
  virtual ~Solver() = default;

  // Puts the poses to X̃ (iteration 0). The problem must outlive the step.
  virtual void begin_step(const StepProblem<Real>& problem) = 0;
  // Exactly one outer iteration. Set if the solver could not do one.
  virtual std::optional<Status> iterate() = 0;

  const Poses<Real>& poses() const { return poses_; }
  // Λ of all rows in the order of the constraints [kg m]; empty if the solver has none.
  const VectorX<Real>& multipliers() const { return multipliers_; }

 protected:
  // X̃ and Λ = 0.
  void start_at(const StepProblem<Real>& problem) {
    problem_ = &problem;
    poses_ = problem.predicted;
    multipliers_.setZero(problem.constraints.row_count());
  }

  const StepProblem<Real>* problem_ = nullptr;
  Poses<Real> poses_;
  VectorX<Real> multipliers_;
};

}  // namespace simbench::rigid
