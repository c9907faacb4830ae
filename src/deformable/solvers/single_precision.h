// Makes a solver in single precision look like one in double precision.
#pragma once

#include "deformable/solvers/solver.h"
#include "harness/single_precision.h"

namespace simbench {

class InSinglePrecision final : public RoundedSolver<Solver, IncrementalPotential> {
 public:
  using RoundedSolver::RoundedSolver;
  std::string_view elimination_order() const override { return solver().elimination_order(); }
  std::optional<int> factorisations() const override { return solver().factorisations(); }
  const Positions<double>& positions() const override {
    positions_ = solver().positions().cast<double>();
    return positions_;
  }

 private:
  // Most potentials are the same objects in all steps.
  IncrementalPotential<float> in_single_precision(const IncrementalPotential<double>& problem) override {
    return single_precision(problem, potentials_);
  }

  RoundedPotentials potentials_;
  mutable Positions<double> positions_;
};

}  // namespace simbench
