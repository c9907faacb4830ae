// Position-Based Dynamics (Müller et al. 2007) and its extension by compliance, XPBD (Macklin et al. 2016,
// Alg. 1; Ledwon 2024, Alg. 8 and 9). One iteration: one Gauss–Seidel sweep, anchors first, then the tets, in
// mesh order or another. Needs of each potential: constraints C(q) with compliance α. PBD is α = 0: it ignores stiffness and
// time step. Violates: neither minimises the objective f (XPBD drops M/h² (q − q̃) from the gradient of its
// Newton step), and neither preserves angular momentum of an iterate.
#pragma once

#include "solver/constraint_sweep.h"
#include "solver/solver.h"
#include "solver/sweep_order.h"

namespace simbench {

struct PbdSettings final : SolverSettings {
  SweepOrder order;
  void describe(config::Fields& fields) override { order.describe(fields); }
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
             Real compliance_scale);

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
  std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem) override;

 private:
  Settings settings_;
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
