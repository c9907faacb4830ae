#include "rigid/solvers/jacobi.h"

#include "rigid/problem/friction.h"

namespace simbench::rigid {

std::optional<Failure> Jacobi::begin_step(const StepProblem& problem) {
  start_at(problem, options_.warm_start, options_.forms);
  effective_inertias_ = problem.inertias;
  displacements_.resize(effective_inertias_.size());
  counts_.assign(effective_inertias_.size(), 0);
  constraints().for_each([&]<class Constraint>(const Constraint& constraint, Index) {
    int corrections = 1;
    if constexpr (std::is_same_v<Constraint, Contact>) corrections += constraint.static_friction > 0 ? 1 : 0;
    for (const int body : constraint.bodies) counts_[body] += corrections;
  });
  if (options_.averaging != Averaging::split) return {};
  for (std::size_t b = 0; b < effective_inertias_.size(); ++b) {
    const double count = std::max(counts_[b], 1);
    effective_inertias_[b].inverse_mass *= count;
    effective_inertias_[b].inverse_principal *= count;
  }
  return {};
}

IterationReport Jacobi::iterate() {
  const std::vector<Inertia>& inertias = problem_->inertias;
  std::fill(displacements_.begin(), displacements_.end(), Displacement{});
  constraints().for_each_linearised(
      poses_, [&]<class Constraint>(const Constraint& constraint, auto linear, Index row) {
        constexpr int rows = Constraint::rows;
        linear.error -= targets_.segment<rows>(row);
        const double alpha = constraint.is_spring ? problem_->scaled(constraint.compliance) : 0.0;
        auto multipliers = multipliers_.segment<rows>(row);
        const auto K = linear.effective_inverse_mass(constraint.bodies, effective_inertias_, poses_);
        const auto change = linear.correction(constraint, K, alpha, options_.relaxation, multipliers);
        multipliers += change;
        linear.displace(constraint.bodies, inertias, poses_, change, displacements_);
      });
  slow_down();
  for (std::size_t b = 0; b < poses_.size(); ++b) {
    if (options_.averaging == Averaging::count && counts_[b] > 0) {
      displacements_[b].linear /= counts_[b];
      displacements_[b].angular /= counts_[b];
    }
    move(poses_[b], displacements_[b]);
  }
  return {.diagnostics = {{"relaxation", options_.relaxation}}};
}

void Jacobi::slow_down() {
  constraints().for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    if constexpr (std::is_same_v<Constraint, Contact>) {
      if (constraint.static_friction == 0) return;
      const Touch touch(constraint, poses_);
      const Vector3<double> slip = touch.slip(*problem_, poses_);
      const Vector3<double> change = touch.update(tangential_[row], slip, multipliers_[row],
                                                  options_.relaxation, effective_inertias_, poses_);
      touch.displace(change, problem_->inertias, poses_, displacements_);
    }
  });
}

void JacobiSettings::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 3> words = {"none", "count", "split"};
  config::choice(fields, "averaging", averaging, words,
                 {.doc = "how a body combines the corrections of its n constraints; none: their sum; count: "
                         "their mean; split: their sum, computed with 1/n of its mass"});
  fields.number("relaxation", relaxation, {.doc = "relaxation factor xi"});
  describe_forms(fields, forms);
  warm_start.describe(fields);
}

}  // namespace simbench::rigid
