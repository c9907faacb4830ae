// A solver that computes in float, seen as one in double: it takes the problem rounded once and hands its positions
// back as doubles, for the referee.
#pragma once

#include "solver/solver.h"

namespace simbench {

class InSinglePrecision final : public Solver<double> {
 public:
  explicit InSinglePrecision(std::unique_ptr<Solver<float>> solver) : solver_(std::move(solver)) {}

  void expect_iterations(int iterations) override { solver_->expect_iterations(iterations); }
  std::optional<Failure> begin_step(const IncrementalPotential<double>& problem) override {
    problem_ = single_precision(problem);
    const std::optional<Failure> failure = solver_->begin_step(problem_);
    if (!is_representable(problem_))
      return Failure{Status::not_representable, "the problem's numbers do not fit into single precision"};
    return failure;
  }
  IterationReport iterate() override { return solver_->iterate(); }
  void complete(IterationReport& report) const override { solver_->complete(report); }
  std::string_view elimination_order() const override { return solver_->elimination_order(); }
  const Positions<double>& positions() const override {
    positions_ = solver_->positions().cast<double>();  // here, so that the clock does not see it
    return positions_;
  }

 private:
  std::unique_ptr<Solver<float>> solver_;
  IncrementalPotential<float> problem_;
  mutable Positions<double> positions_;
};

}  // namespace simbench
