// Gauss–Seidel over constraints (Waterson 2026, Eq. 4.72 and Alg. 1; PBD). One iteration: for each constraint, in order,
//
//   Δ = −ξ (K + α̃)⁻¹ (c + α̃ Λ),   Λ += Δ,   X_b ⊞= M_b⁻¹ J_bᵀ Δ of each of its bodies,
//
// everything at the pose of that moment. `gs` has ξ = 1 and ignores compliance, `sor` over-relaxes, `xpbd` keeps compliance. Multipliers of
// inequalities stay within their bounds: the sum is clamped, never the increment. Violates: momentum only by rounding; it ends where
// c + α̃ Λ = 0, which need not be X*.
#pragma once

#include "rigid/solver.h"
#include "rigid/solvers/relaxation.h"

namespace simbench::rigid {

// Where ξ comes from: a number, the best of a linear chain, or a rule that watches the sweeps (relaxation.h).
enum class RelaxationRule { number, optimal, adaptive, residual };

struct GaussSeidelSettings {
  RelaxationRule rule = RelaxationRule::number;
  double relaxation = 1;        // ξ
  bool has_compliance = false;  // of the constraints; else all are hard
  WarmStart warm_start = {};
};

template <class Real>
class GaussSeidel final : public Solver<Real> {
 public:
  explicit GaussSeidel(const GaussSeidelSettings& settings) : settings_(settings) {}
  void begin_step(const StepProblem<Real>& problem) override;
  std::optional<Status> iterate() override;
  double relaxation() const;  // ξ of the next iteration

 private:
  void sweep(Real relaxation);

  GaussSeidelSettings settings_;
  // Of the rule in use.
  std::optional<double> optimal_;
  std::optional<AdaptiveRelaxation> adaptive_;
  std::optional<ResidualRelaxation> residual_;
  VectorX<Real> last_multipliers_;         // of the adaptive rule
  std::vector<Vector3<Real>> tangential_;  // Λ_t of contacts, by their rows
};

}  // namespace simbench::rigid
