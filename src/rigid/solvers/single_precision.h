// Wraps a solver of rigid bodies that computes in float as a solver in double.
#pragma once

#include "harness/single_precision.h"
#include "rigid/problem/precision.h"
#include "rigid/solvers/solver.h"

namespace simbench::rigid {

class InSinglePrecision final : public RoundedSolver<Solver, StepProblem> {
 public:
  using RoundedSolver::RoundedSolver;
  const Poses<double>& poses() const override {
    shown_ = rounded<double>(solver().poses());
    return shown_;
  }
  const std::vector<Displacement<double>>* velocities() const override {
    const auto* own = solver().velocities();
    if (!own) return nullptr;
    shown_velocities_ = rounded<double>(*own);
    return &shown_velocities_;
  }
  VectorX<double> multipliers() const override { return solver().multipliers().template cast<double>(); }
  std::vector<Vector3<double>> friction() const override {
    std::vector<Vector3<double>> result;
    for (const Vector3<float>& own : solver().friction()) result.push_back(own.cast<double>());
    return result;
  }
  bool has_forces() const override { return solver().has_forces(); }
  bool has_multipliers() const override { return solver().has_multipliers(); }

 private:
  mutable Poses<double> shown_;
  mutable std::vector<Displacement<double>> shown_velocities_;
};

}  // namespace simbench::rigid
