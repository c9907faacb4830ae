// Steepest descent (Nocedal and Wright 2006, Sec. 3.3) in a metric P. The direction is −P⁻¹ ∇f:
// among all steps p of the same length ‖P^½ p‖, f falls fastest along it.
// One iteration: the gradient, and a line search that begins at twice the length of the last step.
// Needs from each potential: objective, gradient and a quadratic stiffness for S.
// Limitations: slow convergence. On a quadratic f, an iteration with an exact search multiplies the error
// f − f* by at most ((κ − 1)/(κ + 1))², where κ is the condition number of P⁻¹ ∇²f.
#pragma once

#include "deformable/solvers/line_search/line_search.h"
#include "deformable/solvers/linear/metric.h"
#include "deformable/solvers/traits.h"

namespace simbench {

struct GradientDescentSettings final : SolverSettings, LineSearchSettings {
  DescentMetric metric = DescentMetric::identity;
  LinearSolver linear_solver;
  void describe(config::Fields& fields) override;
};

template <class Real>
class GradientDescent final : public Solver<Real> {
 public:
  static constexpr std::string_view name = "gradient_descent";
  static constexpr std::string_view summary =
      "steepest descent in the metric of the identity, the masses, S or the Hessian";
  static constexpr SolverTraits traits = {.takes_quadratic_tets = true, .takes_terms = TermKind::any};
  using Settings = GradientDescentSettings;
  static Declines declines(const Potentials<double>&, const Settings&) { return {}; }

  explicit GradientDescent(const Settings& settings)
      : settings_(settings), metric_(settings.metric, settings.linear_solver) {}
  std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem) override;
  IterationReport iterate() override;
  const Positions<Real>& positions() const override { return current_.positions; }
  std::string_view elimination_order() const override { return metric_.ordering(); }
  std::optional<int> factorisations() const override { return metric_.factorisations(); }

 private:
  Settings settings_;
  const IncrementalPotential<Real>* problem_ = nullptr;
  MetricSystem<Real> metric_;
  Real length_ = 1;  // first α of the next search
  Iterate<Real> current_;
  Iterate<Real> trial_;
  Positions<Real> direction_;
};

}  // namespace simbench
