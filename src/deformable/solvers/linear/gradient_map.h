// The map G(q) = q − P⁻¹ ∇f(q)/s of a metric P with a scale s, which accelerations iterate. With P = S and
// s = 1 it is Projective Dynamics' iteration for strain, and the quasi-Newton step of Liu et al. 2017 with
// unit length for other laws.
#pragma once

#include "deformable/solvers/linear/metric.h"

namespace simbench {

struct GradientMapSettings {
  DescentMetric metric = DescentMetric::stiffness;
  std::optional<double> scale;  // s; empty: found at the beginning of each step (GradientMap::begin_step)
  LinearSolver linear_solver;
  void describe_map(config::Fields& fields);
};

template <class Real>
class GradientMap {
 public:
  explicit GradientMap(const GradientMapSettings& settings)
      : scale_setting_(settings.scale), metric_(settings.metric, settings.linear_solver) {}

  // Prepares P. Without a scale in the settings, s is the smallest number, and at least 1, with which the
  // eigenvalues of P⁻¹ S/s are at most `stable`: with 2 the plain map does not enlarge errors, if S bounds
  // the Hessian; a method with momentum needs 1. s is twice that if a law is not a squared distance, because
  // S does not bound the Hessian of such a law. The problem must outlive the step.
  std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem, const Positions<Real>& start,
                                    Real stable = 2);
  // gradient ← P⁻¹ gradient/s. Returns false if the linear solver fails.
  [[nodiscard]] bool to_step(Positions<Real>& gradient);

  const MetricSystem<Real>& metric() const { return metric_; }
  MetricSystem<Real>& metric() { return metric_; }

 private:
  Real largest_eigenvalue(const IncrementalPotential<Real>& problem);

  std::optional<double> scale_setting_;
  MetricSystem<Real> metric_;
  Real scale_ = 1;
};

}  // namespace simbench
