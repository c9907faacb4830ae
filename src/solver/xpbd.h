// Position-Based Dynamics (Müller et al. 2007) and its extension by compliance, XPBD (Macklin et al. 2016,
// Alg. 1; Ledwon 2024, Alg. 8 and 9). One iteration: one Gauss–Seidel sweep, anchors first, then the tets, in
// mesh order or another. Needs of each potential: constraints C(q) with compliance α. PBD is α = 0: it ignores stiffness and
// time step, and has instead a part k of each correction that it applies. Violates: neither minimises the objective f (XPBD drops M/h² (q − q̃) from the gradient of its
// Newton step), and neither preserves angular momentum of an iterate.
#pragma once

#include "solver/constraint_sweep.h"
#include "solver/solver.h"
#include "solver/sweep_order.h"

namespace simbench {

// What PBD enforces: that c = √(2Ψ/k) is zero, the distance from where an element has no energy, or that the energy itself is (Bender
// et al. 2014), of which one projection is half a projection of c.
enum class PbdConstraint { distance, energy };

// Müller et al. 2007, Sec. 3.3: a correction is scaled by k in each iteration, or by k' = 1 − (1 − k)^(1/n), so that a constraint
// alone is left with 1 − k of its error after all n iterations of a step.
enum class StiffnessRule { per_iteration, per_step };

struct PbdSettings final : SolverSettings {
  PbdConstraint constraint = PbdConstraint::distance;
  double stiffness = 1;  // k
  StiffnessRule stiffness_rule = StiffnessRule::per_iteration;
  SweepOrder order;
  void describe(config::Fields& fields) override;
};

// λ before the first sweep: zero, as in XPBD, or −α̃⁻¹ C(q̃), with which each constraint is solved where the step begins, so that no
// sweep ever moves anything.
enum class InitialMultipliers { zero, natural };

struct XpbdSettings final : SolverSettings {
  ConstraintForm form = ConstraintForm::split;  // of laws with two constraints
  InitialMultipliers initial_multipliers = InitialMultipliers::zero;
  SweepOrder order;
  void describe(config::Fields& fields) override;
};

// What both share: everything but the compliance.
template <class Real>
class GaussSeidel : public Solver<Real> {
 public:
  IterationReport iterate() override;
  const Positions<Real>& positions() const override { return positions_; }

 protected:
  // compliance_scale: α̃/α, so 1/h² in XPBD and 0 in PBD.
  void begin(const IncrementalPotential<Real>& problem, ConstraintForm form, const SweepOrder& order,
             Real compliance_scale, const Correction<Real>& correction = {});

  struct Batch {
    const Potential<Real>* potential;
    std::unique_ptr<ConstraintSweep<Real>> sweep;
  };
  const std::vector<Batch>& batches() const { return batches_; }

 private:
  std::vector<Batch> batches_;  // anchors first
  Positions<Real> positions_;   // q
};

template <class Real>
class Pbd final : public GaussSeidel<Real> {
 public:
  static constexpr std::string_view name = "pbd";
  static constexpr std::string_view summary = "Position-Based Dynamics: Gauss-Seidel on hard constraints";
  using Settings = PbdSettings;
  static Declines declines(const Potentials<double>& potentials, const Settings& settings);

  explicit Pbd(const Settings& settings) : settings_(settings) {}
  void expect_iterations(int iterations) override { iterations_ = iterations; }
  std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem) override;

 private:
  Settings settings_;
  int iterations_ = 1;  // n
};

template <class Real>
class Xpbd final : public GaussSeidel<Real> {
 public:
  static constexpr std::string_view name = "xpbd";
  static constexpr std::string_view summary =
      "Extended Position-Based Dynamics: Gauss-Seidel with compliance";
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
