// Gradient descent with the step lengths of Barzilai and Borwein 1988 in a metric P, made convergent by the
// nonmonotone search of Grippo, Lampariello and Lucidi 1986 (Raydan 1997).
// One iteration: z = P⁻¹ ∇f, a length a from the last step and the last change of the gradient, and the step
// −a z. The length makes 1/a P the multiple of P that is nearest to the Hessian along the last step. f may
// rise, but not above its largest value of the last iterates.
// Needs from each potential: objective, gradient and a quadratic stiffness for S.
// Limitations: none.
#pragma once

#include "deformable/solvers/line_search/line_search.h"
#include "deformable/solvers/linear/metric.h"
#include "deformable/solvers/traits.h"

namespace simbench {

// With s = q − q₋, y = ∇f − ∇f₋: `longer` a = sᵀP s/sᵀy, `shorter` a = sᵀy/yᵀP⁻¹y, or both in turns. By
// Cauchy and Schwarz the first one is never below the second.
enum class BarzilaiBorweinLength { longer, shorter, alternating };

struct BarzilaiBorweinSettings final : SolverSettings {
  DescentMetric metric = DescentMetric::stiffness;
  BarzilaiBorweinLength length = BarzilaiBorweinLength::shorter;
  int window = 10;  // iterates whose largest f a step must not exceed; 1: f never rises
  LinearSolver linear_solver;
  void describe(config::Fields& fields) override;
};

template <class Real>
class BarzilaiBorwein final : public Solver<Real> {
 public:
  static constexpr std::string_view name = "barzilai_borwein";
  static constexpr std::string_view summary =
      "gradient descent in the metric of S with lengths from the last step";
  static constexpr SolverTraits traits = {.takes_quadratic_tets = true, .takes_terms = TermKind::any};
  using Settings = BarzilaiBorweinSettings;
  static Declines declines(const Potentials<double>&, const Settings&) { return {}; }

  explicit BarzilaiBorwein(const Settings& settings)
      : settings_(settings), metric_(settings.metric, settings.linear_solver) {}
  std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem) override;
  IterationReport iterate() override;
  const Positions<Real>& positions() const override { return current_.positions; }
  std::string_view elimination_order() const override { return metric_.ordering(); }
  std::optional<int> factorisations() const override { return metric_.factorisations(); }

 private:
  // a of the next step; `current_` is the iterate after the step, `trial_` the one before.
  Real next_length(Real step_length) const;

  Settings settings_;
  const IncrementalPotential<Real>* problem_ = nullptr;
  MetricSystem<Real> metric_;
  Real length_ = 1;  // a
  int iteration_ = 0;
  std::vector<Real> objectives_;  // of the last iterates, at most `window` of them [J]
  Iterate<Real> current_;
  Iterate<Real> trial_;
  Positions<Real> direction_;  // −z
  Positions<Real> last_direction_;
};

}  // namespace simbench
