// Projected Newton (Teran et al. 2005; Ledwon 2024, Alg. 2): the Hessian with the negative eigenvalues of
// every element set to zero, a sparse factorisation, and backtracking. The reference that gives the minimum
// f*. One iteration: Hessian, factorisation, line search. Needs of each potential: gradient and Hessian. Violates:
// nothing.
#pragma once

#include "math/block_matrix.h"
#include "math/multifrontal.h"
#include "solver/line_search.h"
#include "solver/solver.h"

namespace simbench {

struct NewtonSettings final : SolverSettings {
  void describe(config::Fields&) override {}
};

template <class Real>
class Newton final : public Solver<Real> {
 public:
  static constexpr std::string_view name = "newton";
  static constexpr std::string_view summary =
      "projected Newton: the Hessian made positive element by element";
  using Settings = NewtonSettings;
  static Declines declines(const Potentials<double>&, const Settings&) { return {}; }

  explicit Newton(const Settings&) {}
  std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem) override;
  IterationReport iterate() override;
  const Positions<Real>& positions() const override { return current_.positions; }
  std::string_view elimination_order() const override { return system_.ordering(); }

  const Iterate<Real>& current() const { return current_; }
  // After `converged` or `stalled`: full steps with the exact Hessian for as long as each halves the
  // gradient's norm, which resolves the minimum more finely than the objective can. Returns the number of
  // steps.
  int polish();

 private:
  bool find_direction(Definiteness definiteness);

  const IncrementalPotential<Real>* problem_ = nullptr;
  std::optional<BlockMatrix<Real>> hessian_;
  Multifrontal<Real> system_;
  Iterate<Real> current_;
  Iterate<Real> trial_;
  Positions<Real> direction_;
};

}  // namespace simbench
