#include "rigid/solvers/gauss_seidel.h"

#include "rigid/solvers/correction.h"

namespace simbench::rigid {

template <class Real>
std::optional<Status> GaussSeidel<Real>::iterate() {
  const std::vector<Inertia<Real>>& inertias = this->problem_->inertias;
  Poses<Real>& poses = this->poses_;
  const Real relaxation = static_cast<Real>(settings_.relaxation);
  this->problem_->constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    const auto linear = constraint.linearise(poses);
    const Real alpha = settings_.has_compliance ? this->problem_->scaled(constraint.compliance) : Real(0);
    auto multipliers = this->multipliers_.template segment<Constraint::rows>(row);
    const typename Constraint::Multipliers change = correction<Constraint, Real>(
        constraint, linear, linear.effective_inverse_mass(constraint.bodies, inertias, poses), alpha,
        relaxation, multipliers);
    multipliers += change;
    for (int b = 0; b < Constraint::body_count; ++b) {
      Pose<Real>& pose = poses[constraint.bodies[b]];
      move(pose, inertias[constraint.bodies[b]].displacement_of(linear.pull(b, change), pose.orientation));
    }
  });
  return {};
}

template class GaussSeidel<double>;

}  // namespace simbench::rigid
