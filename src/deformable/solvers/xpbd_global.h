// XPBD with its whole linear system instead of a sweep (Macklin et al. 2016, Eq. 11 to 18; Ledwon 2024, Eq.
// 3.48 to 3.52).
// One iteration: linearises all constraints at q, and solves XPBD's system
//
//   (J M⁻¹ Jᵀ + α̃) Δλ = −C − α̃ λ,   Δq = M⁻¹ Jᵀ Δλ
//
// in its primal form, whose matrix has the pattern of the mesh:
//
//   (M/h² + Jᵀ α⁻¹ J) Δq = −Jᵀ α⁻¹ r [− g/h²],   Δλ = −α̃⁻¹ (r + J Δq),
//   r = C + α̃ λ,   g = M (q − q̃) − Jᵀ λ.
//
// The term in brackets is present only with `keep_g`. Hard constraints (α = 0) extend it to a saddle-point
// system:
//
//   (M/h² + Jᵀ α⁻¹ J) Δq − J_hᵀ Δλ_h/h² = as above,   J_h Δq = −C_h,
//
// solved by an LU factorisation. They must be independent; constraints without a gradient are left out.
// Needs from each potential: constraints C(q) with compliance α.
// Limitations: like XPBD, it drops g and ends where r = 0, which is not a minimum. With `keep_g` it is
// Gauss–Newton on the objective. The constraint ‖F − R‖ has a cone at rest, and full steps on it may not
// converge.
#pragma once

#include "deformable/solvers/kernels/constraint_residuals.h"
#include "deformable/solvers/kernels/hard_rows.h"
#include "deformable/solvers/line_search/line_search.h"
#include "deformable/solvers/traits.h"
#include "math/block_matrix.h"
#include "math/multifrontal.h"

namespace simbench {

// The length of the step (Δq, Δλ). `full`: 1. `line_search_on_residual`: Σ r²/(2α) must decrease enough (with
// `keep_g`, plus ½ gᵀ M⁻¹ g/h²). `line_search_on_objective`: the objective must decrease enough.
enum class StepRule { full, line_search_on_residual, line_search_on_objective };

struct XpbdGlobalSettings final : SolverSettings {
  ConstraintRows constraint = ConstraintRows::scalar;
  ConstraintForm form = ConstraintForm::split;  // for laws with two constraints
  StepRule step_rule = StepRule::full;
  std::optional<double> step_length;  // replaces the rule: the same factor for each Δq and Δλ
  bool keep_g = false;
  void describe(config::Fields& fields) override;
};

template <class Real>
class XpbdGlobal final : public Solver<Real> {
 public:
  static constexpr std::string_view name = "xpbd_global";
  static constexpr std::string_view summary = "XPBD's whole linear system instead of a sweep";
  static constexpr SolverTraits traits = {.has_constant_matrix = false,
                                          .minimises = false,
                                          .is_stable = false,
                                          .takes_hard_constraints = true,
                                          .is_in_all = false};
  using Settings = XpbdGlobalSettings;
  static Cost cost(const ProblemSize& size) { return second_order_cost(size); }
  static Declines declines(const Potentials<double>& potentials, const Settings& settings);
  static Declines declines_other_start(const Settings& settings);

  explicit XpbdGlobal(const Settings& settings) : settings_(settings) {}
  // Fails if hard constraints are redundant, and names them.
  std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem) override;
  IterationReport iterate() override;
  void complete(IterationReport& report) const override;  // the residuals
  const Positions<Real>& positions() const override { return current_.positions; }
  std::string_view elimination_order() const override { return system_.ordering(); }

 private:
  Index linearise();
  // Replaces the right-hand side in direction_ by Δq.
  std::optional<Failure> solve();
  void find_multiplier_changes();
  IterationReport step();
  void move(Real alpha);
  Real merit(const Positions<Real>& positions) const;

  Settings settings_;
  const IncrementalPotential<Real>* problem_ = nullptr;
  std::vector<ConstraintState<Real>> constraints_;   // per potential
  std::vector<Reduced<Real>> residuals_;             // r
  std::vector<Reduced<Real>> multiplier_changes_;    // Δλ
  std::vector<Reduced<Real>> previous_multipliers_;  // λ at the start of the iteration
  HardRows<Real> hard_;                              // J_h and C_h
  VectorX<Real> pressures_;                          // first −C_h, then −Δλ_h/h²
  bool is_independent_ = false;                      // whether J_h had full rank at the first step
  std::optional<BlockMatrix<Real>> matrix_;          // M/h² + Jᵀ α⁻¹ J
  Multifrontal<Real> system_;
  Iterate<Real> current_;  // gradient and objective are set only for a line search on the objective
  Iterate<Real> trial_;
  Positions<Real> direction_;  // Δq
};

}  // namespace simbench
