// XPBD (Macklin et al. 2016, Alg. 1; Ledwon 2024, Alg. 9): PBD with the compliance α of each constraint.
// Limitations: it does not minimise the objective f, because its Newton step drops M/h² (q − q̃) from the
// gradient. It does not conserve angular momentum.
//
// Damping (Macklin et al. 2016, Eq. 26): the dissipation ½ Ċᵀ β Ċ with β_j = τ/α_j, so that one time
// τ damps all constraints alike: a spring of stiffness k has a damper of τ k (Rayleigh's damping of
// stiffness). Then γ = α̃ β̃/h = τ/h for every constraint. Implicit Euler damps a spring by itself like a
// damper of h k. Damped, XPBD leaves the minimum of f also where its constraints are linear, because f has no
// dissipation.
//
// Hard constraints have α = 0, so that a sweep sets C = 0 one constraint after the other. The sweep never
// inverts a matrix, so they may be redundant.
#pragma once

#include "deformable/solvers/gauss_seidel.h"
#include "deformable/solvers/kernels/constraint_residuals.h"
#include "deformable/solvers/traits.h"

namespace simbench {

// λ before the first sweep: zero, as in XPBD, or −α̃⁻¹ C(q̃). The latter solves each constraint at the start
// of the step, so no sweep moves a vertex.
enum class InitialMultipliers { zero, natural };

// λ of an iteration continues from the one before, as published. Several engines set λ to zero instead and
// call it XPBD, too: then each iteration is a whole step of compliance α that starts at the last iterate, and
// n iterations are stiffer than one. On one constraint with S = Σ w ‖∇C‖² it is PBD with k = S/(S + α̃).
enum class MultiplierRule { kept, dropped };

struct XpbdSettings final : SolverSettings {
  ConstraintForm form = ConstraintForm::split;  // for laws with two constraints
  InitialMultipliers initial_multipliers = InitialMultipliers::zero;
  MultiplierRule multipliers = MultiplierRule::kept;
  double damping = 0;  // τ [s]
  SweepOrder order;
  void describe(config::Fields& fields) override;
};

template <class Real>
class Xpbd final : public GaussSeidel<Real> {
 public:
  static constexpr std::string_view name = "xpbd";
  static constexpr std::string_view summary =
      "Extended Position-Based Dynamics: Gauss-Seidel with compliance";
  static constexpr SolverTraits traits = {.minimises = false,
                                          .takes_hard_constraints = true,
                                          .takes_terms = TermKind::quadratic_contact_with_friction,
                                          .takes_contact_as_constraints = true};
  using Settings = XpbdSettings;
  static Declines declines(const Potentials<double>& potentials, const Settings& settings);

  explicit Xpbd(const Settings& settings) : settings_(settings) {}
  std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem) override;
  IterationReport iterate() override;
  // The residuals, which belong to undamped multipliers of the whole step.
  void complete(IterationReport& report) const override;
  // Only one thread at a time may call complete() or constraints().
  std::vector<ConstraintState<Real>>* constraints() const override;

 private:
  Settings settings_;
  const IncrementalPotential<Real>* problem_ = nullptr;
  mutable std::vector<ConstraintState<Real>> constraints_;  // of the step; made by its first look
};

}  // namespace simbench
