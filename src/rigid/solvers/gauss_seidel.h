// Gauss–Seidel over constraints (Waterson 2026, Eq. 4.72 and Alg. 1; PBD). One iteration: for each constraint, in order,
//
//   Δ = −ξ (K + α̃)⁻¹ (c + α̃ Λ),   Λ += Δ,   X_b ⊞= M_b⁻¹ J_bᵀ Δ of each of its bodies,
//
// everything at the pose of that moment, or J and M at X̃ and c + J ΔX for c (`linear`, Eq. 4.39). `gs` has ξ = 1 and ignores compliance, `sor`
// over-relaxes, `xpbd` keeps compliance. Multipliers of inequalities stay within their bounds: the sum is clamped, never the increment.
// Violates: momentum only by rounding; it ends where c + α̃ Λ = 0, which need not be X*.
#pragma once

#include "rigid/solver.h"
#include "rigid/solvers/linear_sweep.h"
#include "rigid/solvers/point_sweep.h"
#include "rigid/solvers/relaxation.h"

namespace simbench::rigid {

// Where ξ comes from: the best of a linear chain, a rule that watches the sweeps (relaxation.h), or a number.
enum class RelaxationRule { optimal, adaptive, residual, number };
enum class Update { nonlinear, linear };

struct GaussSeidelOptions {
  RelaxationRule rule = RelaxationRule::number;
  double relaxation = 1;        // ξ
  bool has_compliance = false;  // of the constraints; else all but springs are hard
  WarmStart warm_start = {};
  Forms forms = {};
  Update update = Update::nonlinear;
};

template <class Real>
class GaussSeidel : public Solver<Real> {
 public:
  explicit GaussSeidel(const GaussSeidelOptions& options) : options_(options) {}
  std::optional<Failure> begin_step(const StepProblem<Real>& problem) override;
  IterationReport iterate() override;
  const Poses<Real>& poses() const override;

 private:
  double next_relaxation() const;
  void sweep(Real relaxation);

  GaussSeidelOptions options_;
  // Of the rule in use.
  std::optional<double> optimal_;
  std::optional<AdaptiveRelaxation> adaptive_;
  std::optional<ResidualRelaxation> residual_;
  VectorX<Real> last_multipliers_;         // of the adaptive rule
  std::vector<Vector3<Real>> tangential_;  // Λ_t of contacts, by their rows
  LinearSweep<Real> linear_;
  // Of ball joints alone; its poses are copied when somebody looks.
  std::optional<PointSweep<Real>> points_;
  mutable Poses<Real> shown_;
  mutable bool is_shown_ = false;
};

// Form, update and warm start, which the three have in common.
struct SweepSettings : SolverSettings, GaussSeidelOptions {
  Declines declines(const Constraints<double>& constraints) const;

 protected:
  void describe_update(config::Fields& fields);
  void describe_forms_and_start(config::Fields& fields);
};

struct GsSettings final : SweepSettings {
  static constexpr std::string_view name = "gs";
  static constexpr std::string_view summary = "Gauss-Seidel over hard constraints: PBD of rigid bodies";
  void describe(config::Fields& fields) override;
};
struct SorSettings final : SweepSettings {
  static constexpr std::string_view name = "sor";
  static constexpr std::string_view summary = "Gauss-Seidel with over-relaxation, by a number or a rule";
  SorSettings() { rule = RelaxationRule::optimal; }
  void describe(config::Fields& fields) override;
};
struct XpbdSettings final : SweepSettings {
  static constexpr std::string_view name = "xpbd";
  static constexpr std::string_view summary = "Gauss-Seidel with compliance: XPBD of rigid bodies";
  XpbdSettings() { has_compliance = true; }
  void describe(config::Fields& fields) override;
};

// Gauss–Seidel as one of the solvers that differ by their settings alone.
template <class Real, class OwnSettings>
class NamedGaussSeidel final : public GaussSeidel<Real> {
 public:
  static constexpr std::string_view name = OwnSettings::name, summary = OwnSettings::summary;
  using Settings = OwnSettings;
  static Declines declines(const Constraints<double>& constraints, const Settings& settings) {
    return settings.declines(constraints);
  }
  explicit NamedGaussSeidel(const Settings& settings) : GaussSeidel<Real>(settings) {}
};
template <class Real>
using Gs = NamedGaussSeidel<Real, GsSettings>;
template <class Real>
using Sor = NamedGaussSeidel<Real, SorSettings>;
template <class Real>
using Xpbd = NamedGaussSeidel<Real, XpbdSettings>;

}  // namespace simbench::rigid
