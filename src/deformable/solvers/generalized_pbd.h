// Generalized Position-Based Dynamics (Chaudhary, Pokhariya and Narain 2025, arXiv 2511.23131): Gauss–Seidel
// on the forces of the elements, for any law. The step's equations M (q − q̃)/h² = Σ_j f_j are those of
// displacements d_j = h² M⁻¹ f_j, with q = q̃ + Σ_j d_j. One iteration: one sweep over the elements; each
// finds the d_j whose force is −∂ψ_j/∂q, with the displacements of all others held. XPBD does the same with
// forces along ∇C. Needs from each potential: value, gradient and Hessian of each element.
// Limitations: an iteration need not lower f; if all ψ_j are convex, it lowers the step's dual objective. On
// other laws a run may diverge. We could read the paper's abstract, not its text. Newton's method for d_j is
// the paper's; the number of its steps, the clamped Hessian and the halving are our choices.
#pragma once

#include "deformable/solvers/kernels/force_sweep.h"
#include "deformable/solvers/solver.h"
#include "deformable/solvers/sweep_order.h"
#include "deformable/solvers/traits.h"

namespace simbench {

struct GeneralizedPbdSettings final : SolverSettings {
  SweepOrder order;      // of the elements
  int newton_steps = 1;  // for each element in each iteration
  void describe(config::Fields& fields) override;
};

template <class Real>
class GeneralizedPbd final : public Solver<Real> {
 public:
  static constexpr std::string_view name = "generalized_pbd";
  static constexpr std::string_view summary =
      "Generalized PBD: the force of one element after the other, for any law";
  static constexpr SolverTraits traits = {.may_diverge = true};
  using Settings = GeneralizedPbdSettings;
  static Declines declines(const Potentials<double>&, const Settings&) { return {}; }
  static Declines declines_other_start(const Settings&) {
    return "its iterates are q~ plus the displacements by the forces of elements, which are zero at first; "
           "set step.start to inertial";
  }

  explicit GeneralizedPbd(const Settings& settings) : settings_(settings) {}
  std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem) override;
  IterationReport iterate() override;
  const Positions<Real>& positions() const override { return positions_; }

 private:
  Settings settings_;
  std::vector<std::unique_ptr<ForceSweep<Real>>> sweeps_;  // one per potential, anchors first
  Positions<Real> positions_;                              // q
};

}  // namespace simbench
