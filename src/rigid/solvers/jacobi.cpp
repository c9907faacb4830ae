#include "rigid/solvers/jacobi.h"

#include "rigid/solvers/correction.h"

namespace simbench::rigid {

template <class Real>
void Jacobi<Real>::begin_step(const StepProblem<Real>& problem) {
  this->start_at(problem);
  seen_ = problem.inertias;
  displacements_.resize(seen_.size());
  counts_.assign(seen_.size(), 0);
  problem.constraints.for_each([&](const auto& constraint, Index) {
    for (const int body : constraint.bodies) ++counts_[body];
  });
  if (settings_.averaging != Averaging::split) return;
  for (std::size_t b = 0; b < seen_.size(); ++b) {
    const Real count = static_cast<Real>(std::max(counts_[b], 1));
    seen_[b].inverse_mass *= count;
    seen_[b].inverse_principal *= count;
  }
}

template <class Real>
std::optional<Status> Jacobi<Real>::iterate() {
  const std::vector<Inertia<Real>>& inertias = this->problem_->inertias;
  Poses<Real>& poses = this->poses_;
  std::fill(displacements_.begin(), displacements_.end(), Displacement<Real>{});
  this->problem_->constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    const auto linear = constraint.linearise(poses);
    auto multipliers = this->multipliers_.template segment<Constraint::rows>(row);
    const typename Constraint::Multipliers change = correction<Constraint, Real>(
        constraint, linear, linear.effective_inverse_mass(constraint.bodies, seen_, poses), Real(0),
        static_cast<Real>(settings_.relaxation), multipliers);
    multipliers += change;
    for (int b = 0; b < Constraint::body_count; ++b) {
      const int body = constraint.bodies[b];
      displacements_[body] += inertias[body].displacement_of(linear.pull(b, change), poses[body].orientation);
    }
  });
  for (std::size_t b = 0; b < poses.size(); ++b) {
    if (settings_.averaging == Averaging::count && counts_[b] > 0) {
      displacements_[b].linear /= static_cast<Real>(counts_[b]);
      displacements_[b].angular /= static_cast<Real>(counts_[b]);
    }
    move(poses[b], displacements_[b]);
  }
  return {};
}

template class Jacobi<double>;

}  // namespace simbench::rigid
