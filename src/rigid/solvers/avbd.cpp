#include "rigid/solvers/avbd.h"

#include <Eigen/Cholesky>

#include "rigid/inertial_term.h"

namespace simbench::rigid {

template <class Real>
void Avbd<Real>::begin_step(const StepProblem<Real>& problem) {
  this->start_at(problem);
  uses_.assign(problem.inertias.size(), {});
  Index row = 0;
  for (int run = 0; run < static_cast<int>(problem.constraints.runs.size()); ++run) {
    std::visit(
        [&](const auto& constraints) {
          for (int index = 0; index < static_cast<int>(constraints.size()); ++index) {
            const auto& constraint = constraints[index];
            for (int place = 0; place < constraint.body_count; ++place)
              uses_[constraint.bodies[place]].push_back({run, index, place, row});
            row += constraint.rows;
          }
        },
        problem.constraints.runs[run]);
  }
}

template <class Real>
void Avbd<Real>::improve(int body) {
  const StepProblem<Real>& problem = *this->problem_;
  const Inertia<Real>& inertia = problem.inertias[body];
  Pose<Real>& pose = this->poses_[body];
  const Real s = static_cast<Real>(settings_.penalty);
  Eigen::Matrix<Real, 6, 1> gradient = inertial_gradient(inertia, pose, problem.predicted[body]);
  Eigen::Matrix<Real, 6, 6> hessian = mass_matrix(inertia, pose.orientation);
  for (const Use& use : uses_[body]) {
    std::visit(
        [&](const auto& constraints) {
          const auto& constraint = constraints[use.index];
          constexpr int rows = std::decay_t<decltype(constraint)>::rows;
          const auto linear = constraint.linearise(this->poses_);
          Eigen::Matrix<Real, rows, 6> J;
          J << linear.linear[use.place], linear.angular[use.place];
          gradient -= J.transpose() * (this->multipliers_.template segment<rows>(use.row) - s * linear.error);
          hessian += s * J.transpose() * J;
        },
        problem.constraints.runs[use.run]);
  }
  if (!inertia.rotates()) {
    gradient.template tail<3>().setZero();
    hessian.template topRightCorner<3, 3>().setZero();
    hessian.template bottomRows<3>().setZero();
    hessian.template bottomRightCorner<3, 3>().setIdentity();
  }
  const Eigen::Matrix<Real, 6, 1> step =
      static_cast<Real>(settings_.relaxation) * hessian.llt().solve(gradient);
  move(pose, {-step.template head<3>(), -step.template tail<3>()});
}

template <class Real>
std::optional<Status> Avbd<Real>::iterate() {
  for (std::size_t body = 0; body < this->poses_.size(); ++body) {
    if (this->problem_->inertias[body].translates()) improve(static_cast<int>(body));
  }
  if (!settings_.dual_update) return {};
  this->problem_->constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    this->multipliers_.template segment<Constraint::rows>(row) -=
        static_cast<Real>(settings_.penalty) * constraint.linearise(this->poses_).error;
  });
  return {};
}

template class Avbd<double>;

}  // namespace simbench::rigid
