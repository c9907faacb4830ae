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
  find_penalties();
}

template <class Real>
void Avbd<Real>::find_penalties() {
  const StepProblem<Real>& problem = *this->problem_;
  penalties_.setConstant(this->multipliers_.size(), static_cast<Real>(settings_.penalty));
  if (settings_.rule == PenaltyRule::number) return;
  problem.constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    auto own = penalties_.template segment<Constraint::rows>(row);
    if (settings_.rule == PenaltyRule::compliance) {
      own.setConstant(1 / problem.scaled(constraint.compliance));
      return;
    }
    Real inverse_masses = 0;
    for (const int body : constraint.bodies) inverse_masses += problem.inertias[body].inverse_mass;
    own /= inverse_masses;
  });
}

template <class Real>
void Avbd<Real>::improve(int body) {
  const StepProblem<Real>& problem = *this->problem_;
  const Inertia<Real>& inertia = problem.inertias[body];
  Pose<Real>& pose = this->poses_[body];
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
          const auto s = penalties_.template segment<rows>(use.row);
          gradient -= J.transpose() *
                      (this->multipliers_.template segment<rows>(use.row) - s.cwiseProduct(linear.error));
          hessian += J.transpose() * s.asDiagonal() * J;
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
  if (!settings_.dual_update && settings_.ramp == 0) return {};
  const Real growth =
      static_cast<Real>(settings_.ramp) * this->problem_->time_step * this->problem_->time_step;
  this->problem_->constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    const auto error = constraint.linearise(this->poses_).error;
    auto s = penalties_.template segment<Constraint::rows>(row);
    if (settings_.dual_update) {
      auto multipliers = this->multipliers_.template segment<Constraint::rows>(row);
      multipliers =
          (multipliers - s.cwiseProduct(error)).cwiseMax(constraint.least).cwiseMin(constraint.most);
    }
    s += growth * error.cwiseAbs();
    if (constraint.compliance > 0) s = s.cwiseMin(1 / this->problem_->scaled(constraint.compliance));
  });
  return {};
}

template class Avbd<double>;

}  // namespace simbench::rigid
