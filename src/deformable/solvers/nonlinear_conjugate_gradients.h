// Nonlinear conjugate gradients in a metric P (Nocedal and Wright 2006, Sec. 5.2; Dai and Kou 2013; Hager and
// Zhang 2005). With P = S it preconditions by Projective Dynamics' matrix, like the first Hessian of Liu et
// al. 2017; Shen et al. 2024 take P from the Hessian's diagonal blocks.
// One iteration: the step length α = −gᵀd/(dᵀHd) from the exact curvature along d, the gradient there, one
// solve with P, and the next direction d ← −P⁻¹g + β d.
// Needs from each potential: objective, gradient, curvature and a quadratic stiffness for S.
// Limitations: none. Where f has no positive curvature along d, or rises, backtracking shortens the step.
#pragma once

#include "deformable/solvers/line_search/line_search.h"
#include "deformable/solvers/linear/metric.h"
#include "deformable/solvers/traits.h"

namespace simbench {

// β, with g and g₊ the gradients before and after the step, z = P⁻¹g, and y = g₊ − g:
//   fletcher_reeves   g₊ᵀz₊/gᵀz                 polak_ribiere    max(0, g₊ᵀP⁻¹y/gᵀz)
//   dai_yuan          g₊ᵀz₊/dᵀy                 hestenes_stiefel max(0, g₊ᵀP⁻¹y/dᵀy)
//   dai_kou           g₊ᵀP⁻¹y/dᵀy − (yᵀP⁻¹y/dᵀy)(dᵀg₊/dᵀy)
//   hager_zhang       the same with twice the second term
enum class ConjugateFormula {
  dai_kou,
  hager_zhang,
  dai_yuan,
  fletcher_reeves,
  polak_ribiere,
  hestenes_stiefel
};

// The search only guards Newton's length along the direction; of its settings, step_filter alone can be
// chosen.
struct NonlinearConjugateGradientsSettings final : SolverSettings, LineSearchSettings {
  DescentMetric metric = DescentMetric::stiffness;
  ConjugateFormula formula = ConjugateFormula::dai_kou;
  LinearSolver linear_solver;
  void describe(config::Fields& fields) override;
};

template <class Real>
class NonlinearConjugateGradients final : public Solver<Real> {
 public:
  static constexpr std::string_view name = "ncg";
  static constexpr std::string_view summary =
      "nonlinear conjugate gradients in the metric of S, with exact curvatures";
  static constexpr SolverTraits traits = {.takes_quadratic_tets = true, .takes_terms = TermKind::any};
  using Settings = NonlinearConjugateGradientsSettings;
  static Declines declines(const Potentials<double>&, const Settings&) { return {}; }

  explicit NonlinearConjugateGradients(const Settings& settings)
      : settings_(settings), metric_(settings.metric, settings.linear_solver) {}
  std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem) override;
  IterationReport iterate() override;
  const Positions<Real>& positions() const override { return current_.positions; }
  std::string_view elimination_order() const override { return metric_.ordering(); }
  std::optional<int> factorisations() const override { return metric_.factorisations(); }

 private:
  // β of the next direction; `current_` is the iterate after the step, `trial_` the one before.
  Real conjugacy() const;
  IterationReport descend_along_direction();

  Settings settings_;
  const IncrementalPotential<Real>* problem_ = nullptr;
  MetricSystem<Real> metric_;
  Iterate<Real> current_;
  Iterate<Real> trial_;
  Positions<Real> direction_;  // d
  Positions<Real> descent_;    // z = P⁻¹ g
  Positions<Real> last_descent_;
};

}  // namespace simbench
