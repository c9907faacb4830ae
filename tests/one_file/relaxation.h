// Jacobi relaxation: each vertex moves along the negative gradient, divided by its diagonal entry of S. One
// iteration computes a gradient and moves all vertices. An example of a solver with a local step and its own
// diagnostic column.
#pragma once

#include "deformable/solvers/solver.h"

namespace simbench {

struct RelaxationSettings final : SolverSettings {
  double relaxation = 0.4;
  void describe(config::Fields& fields) override {
    fields.number("relaxation", relaxation, {.doc = "share of the full step", .range = config::positive});
  }
};

template <class Real>
class Relaxation final : public Solver<Real> {
 public:
  static constexpr std::string_view name = "relaxation";
  static constexpr std::string_view summary = "Jacobi relaxation of all vertices";
  using Settings = RelaxationSettings;
  static Declines declines(const Potentials<double>&, const Settings&) { return {}; }

  explicit Relaxation(const Settings& settings) : settings_(settings) {}
  std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem) override;
  IterationReport iterate() override;
  const Positions<Real>& positions() const override { return positions_; }

 private:
  Settings settings_;
  const IncrementalPotential<Real>* problem_ = nullptr;
  VectorX<Real> diagonal_;  // of S, one number per vertex
  Positions<Real> positions_, gradient_;
};

}  // namespace simbench
