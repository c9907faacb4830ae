// XPBD (Macklin et al. 2016, Alg. 1; Ledwon 2024, Alg. 9): PBD with the compliance α of each constraint.
// Limitations: it does not minimise the objective f, because its Newton step drops M/h² (q − q̃) from the
// gradient. It does not conserve angular momentum.
#pragma once

#include "deformable/solvers/gauss_seidel.h"
#include "deformable/solvers/traits.h"

namespace simbench {

// λ before the first sweep: zero, as in XPBD, or −α̃⁻¹ C(q̃). The latter solves each constraint at the start
// of the step, so no sweep moves a vertex.
enum class InitialMultipliers { zero, natural };

struct XpbdSettings final : SolverSettings {
  ConstraintForm form = ConstraintForm::split;  // for laws with two constraints
  InitialMultipliers initial_multipliers = InitialMultipliers::zero;
  SweepOrder order;
  void describe(config::Fields& fields) override;
};

template <class Real>
class Xpbd final : public GaussSeidel<Real> {
 public:
  static constexpr std::string_view name = "xpbd";
  static constexpr std::string_view summary =
      "Extended Position-Based Dynamics: Gauss-Seidel with compliance";
  static constexpr SolverTraits traits = {.minimises = false};
  using Settings = XpbdSettings;
  static Declines declines(const Potentials<double>& potentials, const Settings& settings);

  explicit Xpbd(const Settings& settings) : settings_(settings) {}
  std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem) override;
  void complete(IterationReport& report) const override;  // the residuals

 private:
  Settings settings_;
  const IncrementalPotential<Real>* problem_ = nullptr;
};

}  // namespace simbench
