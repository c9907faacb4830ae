// Wraps a solver in float as a solver in double. It rounds the problem once per step. The class of a system
// derives from it and converts the coordinates to double when metrics are computed, while the clock is
// stopped.
#pragma once

#include <memory>

#include "harness/solver.h"

namespace simbench {

// `Solver<Real>` is the interface of a system's solvers. The system provides is_representable(problem), which
// is false if rounding has made a number of the problem infinite or zero.
template <template <class> class Solver, template <class> class Problem>
class RoundedSolver : public Solver<double> {
 public:
  explicit RoundedSolver(std::unique_ptr<Solver<float>> solver) : solver_(std::move(solver)) {}

  void expect_iterations(int iterations) override { solver_->expect_iterations(iterations); }
  std::optional<Failure> begin_step(const Problem<double>& problem) override {
    problem_ = in_single_precision(problem);
    const std::optional<Failure> failure = solver_->begin_step(problem_);
    if (!is_representable(problem_))
      return Failure{Status::not_representable, "the problem's numbers do not fit into single precision"};
    return failure;
  }
  IterationReport iterate() override { return solver_->iterate(); }
  void list_memory(SolverMemory& memory) override { solver_->list_memory(memory); }
  void complete(IterationReport& report) const override { solver_->complete(report); }

 protected:
  virtual Problem<float> in_single_precision(const Problem<double>& problem) = 0;
  const Solver<float>& solver() const { return *solver_; }

 private:
  std::unique_ptr<Solver<float>> solver_;
  Problem<float> problem_;
};

}  // namespace simbench
