#include "rigid/solvers/jacobi.h"

#include "rigid/problem/friction.h"

namespace simbench::rigid {

template <class Real>
std::optional<Failure> Jacobi<Real>::begin_step(const StepProblem<Real>& problem) {
  this->start_at(problem, options_.warm_start, options_.forms);
  effective_inertias_ = problem.inertias;
  displacements_.resize(effective_inertias_.size());
  counts_.assign(effective_inertias_.size(), 0);
  this->constraints().for_each([&]<class Constraint>(const Constraint& constraint, Index) {
    int corrections = 1;
    if constexpr (std::is_same_v<Constraint, Contact<Real>>)
      corrections += constraint.static_friction > 0 ? 1 : 0;
    for (const int body : constraint.bodies) counts_[body] += corrections;
  });
  if (options_.averaging != Averaging::split) return {};
  for (std::size_t b = 0; b < effective_inertias_.size(); ++b) {
    const Real count = static_cast<Real>(std::max(counts_[b], 1));
    effective_inertias_[b].inverse_mass *= count;
    effective_inertias_[b].inverse_principal *= count;
  }
  return {};
}

template <class Real>
IterationReport Jacobi<Real>::iterate() {
  const std::vector<Inertia<Real>>& inertias = this->problem_->inertias;
  Poses<Real>& poses = this->poses_;
  std::fill(displacements_.begin(), displacements_.end(), Displacement<Real>{});
  this->constraints().for_each_linearised(
      poses, [&]<class Constraint>(const Constraint& constraint, auto linear, Index row) {
        constexpr int rows = Constraint::rows;
        linear.error -= this->targets_.template segment<rows>(row);
        const Real alpha = constraint.is_spring ? this->problem_->scaled(constraint.compliance) : Real(0);
        auto multipliers = this->multipliers_.template segment<rows>(row);
        const auto K = linear.effective_inverse_mass(constraint.bodies, effective_inertias_, poses);
        const auto change =
            linear.correction(constraint, K, alpha, static_cast<Real>(options_.relaxation), multipliers);
        multipliers += change;
        linear.displace(constraint.bodies, inertias, poses, change, displacements_);
      });
  slow_down();
  for (std::size_t b = 0; b < poses.size(); ++b) {
    if (options_.averaging == Averaging::count && counts_[b] > 0) {
      displacements_[b].linear /= static_cast<Real>(counts_[b]);
      displacements_[b].angular /= static_cast<Real>(counts_[b]);
    }
    move(poses[b], displacements_[b]);
  }
  return {.diagnostics = {{"relaxation", options_.relaxation}}};
}

template <class Real>
void Jacobi<Real>::slow_down() {
  const Poses<Real>& poses = this->poses_;
  this->constraints().for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    if constexpr (std::is_same_v<Constraint, Contact<Real>>) {
      if (constraint.static_friction == 0) return;
      const Touch<Real> touch(constraint, poses);
      const Vector3<Real> slip = touch.slip(poses, this->problem_->previous);
      const Vector3<Real> change =
          touch.update(this->tangential_[row], slip, this->multipliers_[row],
                       static_cast<Real>(options_.relaxation), effective_inertias_, poses);
      touch.displace(change, this->problem_->inertias, poses, displacements_);
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

template class Jacobi<double>;

}  // namespace simbench::rigid
