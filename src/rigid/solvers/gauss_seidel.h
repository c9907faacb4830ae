// Gauss–Seidel over constraints (Waterson 2026, Eq. 4.72 and Alg. 1; PBD). One iteration does, for each
// constraint in order,
//
//   Δ = −ξ (K + α̃)⁻¹ (c + α̃ Λ),   Λ += Δ,   X_b ⊞= M_b⁻¹ J_bᵀ Δ for each of its bodies.
//
// All quantities are computed at the current poses. With `linear`, J and M are computed at X̃, and c is c(X̃)
// + J ΔX (Eq. 4.39). `gs` has ξ = 1 and no compliance, `sor` over-relaxes, `xpbd` has compliance.
// Multipliers of inequalities are clamped to their bounds; the sum Λ is clamped, not the increment Δ.
// Limitations: it converges to c + α̃ Λ = 0, which need not be X*. It conserves momentum up to rounding.
#pragma once

#include "rigid/solvers/linear_sweep.h"
#include "rigid/solvers/relaxation.h"
#include "rigid/solvers/solver.h"

namespace simbench::rigid {

// How ξ is chosen: the best one for a linear chain, a rule that watches the sweeps (relaxation.h), or a
// number.
enum class RelaxationRule { optimal, adaptive, residual, number };
enum class Update { nonlinear, linear };

struct GaussSeidelOptions {
  RelaxationRule rule = RelaxationRule::number;
  double relaxation = 1;        // ξ
  bool has_compliance = false;  // if false, all constraints except springs are treated as hard
  WarmStart warm_start = {};
  Forms forms = {};
  Update update = Update::nonlinear;
};

class GaussSeidel : public Solver {
 public:
  explicit GaussSeidel(const GaussSeidelOptions& options) : options_(options) {}
  std::optional<Failure> begin_step(const StepProblem& problem) override;
  IterationReport iterate() override;
  void list_memory(SolverMemory& memory) override { list_multipliers(memory, options_.warm_start.factor); }
  bool has_compliance() const override { return options_.has_compliance; }
  bool has_forces() const override { return options_.warm_start.is_felt() && Solver::has_forces(); }

 private:
  Relaxation relaxation_of(const StepProblem& problem) const;
  void sweep(double relaxation);
  // What the rules of ξ watch. If errors are lengths and angles, rows are weighted by K or its inverse (a
  // norm by M⁻¹), so that the rules do not depend on the unit of length.
  double norm_of_change(const VectorX<double>& change) const;
  double error_for_relaxation(const Poses& poses) const;

  GaussSeidelOptions options_;
  Relaxation relaxation_;
  VectorX<double> change_;  // of the multipliers in this sweep, for the adaptive rule
  LinearSweep linear_;
};

// The settings that gs, sor and xpbd share: form, update and warm start.
struct SweepSettings : SolverSettings, GaussSeidelOptions {
  Declines declines(const Constraints& constraints) const;

 protected:
  void describe_update(config::Fields& fields);
  void describe_forms_and_start(config::Fields& fields);
};

// One of the Gauss–Seidel solvers, which differ only in their settings.
template <class OwnSettings>
class NamedGaussSeidel final : public GaussSeidel {
 public:
  static constexpr std::string_view name = OwnSettings::name, summary = OwnSettings::summary;
  using Settings = OwnSettings;
  static Declines declines(const Constraints& constraints, const Settings& settings) {
    return settings.declines(constraints);
  }
  explicit NamedGaussSeidel(const Settings& settings) : GaussSeidel(settings) {}
};

}  // namespace simbench::rigid
