#include "rigid/solvers/body_descent.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <utility>

#include "rigid/bodies/inertial_term.h"
#include "rigid/problem/friction.h"

namespace simbench::rigid {

template <class Real>
std::optional<Failure> BodyDescent<Real>::begin_step(const StepProblem<Real>& problem) {
  this->start_at(problem, {.factor = options_.warm_start, .moves_pose = false, .keep = options_.keep},
                 {.point = options_.form});
  if (options_.start == StartRule::adaptive) find_start();
  last_velocities_ = problem.velocities;
  find_uses();
  const VectorX<Real> last = std::exchange(penalties_, {});
  find_penalties(last);
  points_.reset();
  if (are_points(this->constraints()) && options_.geometric_stiffness == GeometricStiffness::none)
    points_.begin(this->poses_, problem, this->poses_, this->targets_);
  return {};
}

template <class Real>
void BodyDescent<Real>::find_start() {
  const StepProblem<Real>& problem = *this->problem_;
  const Real h = problem.time_step, g = problem.gravity.norm();
  const bool has_last_step = last_velocities_.size() == this->poses_.size() && g > 0;
  for (std::size_t b = 0; b < this->poses_.size(); ++b) {
    if (!problem.inertias[b].translates()) continue;
    const Vector3<Real>& v = problem.velocities[b].linear;
    Real weight = 0;
    if (has_last_step) {
      const Vector3<Real> a = (v - last_velocities_[b].linear) / h;
      weight = std::clamp<Real>(a.dot(problem.gravity) / (g * g), 0, 1);
    }
    this->poses_[b].position = problem.previous[b].position + h * v + weight * h * h * problem.gravity;
  }
}

template <class Real>
void BodyDescent<Real>::find_uses() {
  uses_.assign(this->problem_->inertias.size(), {});
  const auto& runs = this->constraints().runs;
  Index row = 0;
  for (int run = 0; run < static_cast<int>(runs.size()); ++run) {
    std::visit(
        [&](const auto& constraints) {
          for (int index = 0; index < static_cast<int>(constraints.size()); ++index) {
            const auto& constraint = constraints[index];
            for (int place = 0; place < constraint.body_count; ++place)
              uses_[constraint.bodies[place]].push_back({run, index, place, row});
            row += constraint.rows;
          }
        },
        runs[run]);
  }
}

template <class Real>
void BodyDescent<Real>::find_penalties(const VectorX<Real>& last) {
  const StepProblem<Real>& problem = *this->problem_;
  penalties_.resize(this->multipliers_.size());
  this->constraints().for_each([&](const auto& constraint, Index row) {
    Real s = static_cast<Real>(options_.penalty);
    if (options_.rule == PenaltyRule::effective_mass) {
      Real inverse_masses = 0;
      for (const int body : constraint.bodies) inverse_masses += problem.inertias[body].inverse_mass;
      s = static_cast<Real>(options_.penalty_factor) / inverse_masses;
    }
    for (Index i = row; i < row + constraint.rows; ++i) {
      penalties_[i] = s;
      if (last.size() == penalties_.size())
        penalties_[i] = std::max(s, static_cast<Real>(options_.penalty_decay) * last[i]);
      if (!(constraint.compliance > 0)) continue;
      const Real own = 1 / problem.scaled(constraint.compliance);
      penalties_[i] = options_.ramp > 0 ? std::min(own, penalties_[i]) : own;
    }
  });
}

template <class Real>
template <int rows, int body_count>
Eigen::Matrix<Real, rows, 1> BodyDescent<Real>::add(const ConstraintBase<Real, rows, body_count>& constraint,
                                                    const Linearisation<Real, rows, body_count>& linear,
                                                    const Lever& lever, const Use& use, Vector6& gradient,
                                                    Matrix6& hessian) const {
  if (!linear.has_gradient) return Eigen::Matrix<Real, rows, 1>::Zero();
  Eigen::Matrix<Real, rows, 6> J;
  J << linear.linear[use.place], linear.angular[use.place];
  Eigen::Matrix<Real, rows, 1> s = penalties_.template segment<rows>(use.row);
  Eigen::Matrix<Real, rows, 1> force =
      -s.cwiseProduct(linear.error - this->targets_.template segment<rows>(use.row));
  if (!(constraint.compliance > 0)) force += this->multipliers_.template segment<rows>(use.row);
  for (int k = 0; k < rows; ++k) {
    const Real wanted = force[k];
    force[k] = constraint.admissible(wanted, s[k]);
    // A row at a bound of its force or between its limits, such as an open contact, has no stiffness.
    const bool follows = force[k] == wanted || (force[k] < 0 && force[k] > constraint.lower_bound);
    if (!follows) s[k] = 0;
  }
  gradient -= J.transpose() * force;
  if (lever.is_distance && options_.form == PointForm::scalar) {
    Eigen::Matrix<Real, 3, 6> Q;
    Q << Matrix3<Real>::Identity(), -cross_matrix(*lever.arm);
    hessian += s[0] * Q.transpose() * Q;
  } else {
    hessian += J.transpose() * s.asDiagonal() * J;
  }
  if (options_.geometric_stiffness == GeometricStiffness::none || !lever.arm) return force;
  // The curvature of e·R r₀: f_e (sym(e rᵀ) − (e·r) 1) for each row e.
  const Vector3<Real>& r = *lever.arm;
  for (int k = 0; k < rows; ++k) {
    const Vector3<Real> e = linear.linear[use.place].row(k).transpose();
    Matrix3<Real> curvature = force[k] / 2 * (e * r.transpose() + r * e.transpose());
    curvature.diagonal().array() -= force[k] * e.dot(r);
    hessian.diagonal().template tail<3>() += curvature.colwise().norm().transpose();
  }
  return force;
}

template <class Real>
auto BodyDescent<Real>::friction(const Touch<Real>& touch, Real normal_force, Index row) const -> Friction {
  const Vector3<Real> slip = touch.slip(this->poses_, this->problem_->previous);
  Vector3<Real> known = Vector3<Real>::Zero();
  if (!(touch.contact.compliance > 0)) known = this->tangential_[row];
  const Vector3<Real> needed = known + touch.removing(slip, 1, this->problem_->inertias, this->poses_);
  const Vector3<Real> wanted = known - penalties_[row] * slip;
  const Real strongest = touch.contact.static_friction * normal_force, length = wanted.norm();
  if (needed.norm() > strongest) {
    const Real sliding = touch.contact.dynamic_friction * normal_force;
    return {length > 0 ? Vector3<Real>(sliding / length * wanted) : wanted, false};
  }
  if (length > strongest) return {strongest / length * wanted, false};
  return {wanted, true};
}

template <class Real>
void BodyDescent<Real>::add_friction_of(const Contact<Real>& contact, Real normal_force, const Use& use,
                                        Vector6& gradient, Matrix6& hessian) const {
  const Touch<Real> touch(contact, this->poses_);
  const auto [force, sticks] = friction(touch, normal_force, use.row);
  const Displacement<Real> pull = touch.pull(use.place, force);
  gradient.template head<3>() -= pull.linear;
  gradient.template tail<3>() -= pull.angular;
  if (!sticks) return;  // a sliding point has no stiffness
  Eigen::Matrix<Real, 3, 6> J;
  const Matrix3<Real> across = Matrix3<Real>::Identity() - contact.normal * contact.normal.transpose();
  J << across, -across * cross_matrix(touch.arms[use.place]);
  hessian += penalties_[use.row] * J.transpose() * J;
}

template <class Real>
void BodyDescent<Real>::improve(int body) {
  const StepProblem<Real>& problem = *this->problem_;
  const Inertia<Real>& inertia = problem.inertias[body];
  Pose<Real>& pose = this->poses_[body];
  Vector6 gradient = inertial_gradient(inertia, pose, problem.predicted[body]);
  Matrix6 hessian = mass_matrix(inertia, pose.orientation);
  for (const Use& use : uses_[body]) {
    std::visit(
        [&]<class Constraint>(const std::vector<Constraint>& constraints) {
          const Constraint& constraint = constraints[use.index];
          Lever lever{.is_distance = std::is_same_v<Constraint, Distance<Real>>};
          if constexpr (requires { constraint.lever(0, this->poses_); }) {
            lever.arm = constraint.lever(use.place, this->poses_);
          } else if constexpr (requires { constraint.arm(0, this->poses_); }) {
            lever.arm = constraint.arm(use.place, this->poses_);
          }
          const auto force =
              add(constraint.base(), linearised(constraint, this->poses_), lever, use, gradient, hessian);
          if constexpr (std::is_same_v<Constraint, Contact<Real>>) {
            if (constraint.static_friction > 0) add_friction_of(constraint, force[0], use, gradient, hessian);
          }
        },
        this->constraints().runs[use.run]);
  }
  if (!inertia.rotates()) {
    gradient.template tail<3>().setZero();
    hessian.template topRightCorner<3, 3>().setZero();
    hessian.template bottomRows<3>().setZero();
    hessian.template bottomRightCorner<3, 3>().setIdentity();
  }
  const Vector6 step = static_cast<Real>(options_.relaxation) * hessian.llt().solve(gradient);
  move(pose, {-step.template head<3>(), -step.template tail<3>()});
}

template <class Real>
void BodyDescent<Real>::improve_all() {
  if (points_.is_used())
    points_.iterate(static_cast<Real>(options_.relaxation), penalties_, this->multipliers_);
  for (std::size_t body = 0; !points_.is_used() && body < this->poses_.size(); ++body) {
    if (this->problem_->inertias[body].translates()) improve(static_cast<int>(body));
  }
  if (!options_.dual_update && options_.ramp == 0) return;
  const Real h = this->problem_->time_step, growth = static_cast<Real>(options_.ramp) * h * h;
  const auto update = [&]<int rows, int body_count>(const ConstraintBase<Real, rows, body_count>& constraint,
                                                    const Eigen::Matrix<Real, rows, 1>& error, Index row) {
    auto s = penalties_.template segment<rows>(row);
    auto multipliers = this->multipliers_.template segment<rows>(row);
    if (constraint.compliance > 0) {
      // Only for observers; the force on bodies is only −s c.
      for (int k = 0; k < rows; ++k) multipliers[k] = constraint.admissible(-s[k] * error[k], s[k]);
      s = (s + growth * error.cwiseAbs()).cwiseMin(1 / this->problem_->scaled(constraint.compliance));
      return;
    }
    if (options_.dual_update) {
      multipliers -= s.cwiseProduct(error);
      for (int k = 0; k < rows; ++k) multipliers[k] = constraint.admissible(multipliers[k], s[k]);
    }
    s += growth * error.cwiseAbs();
  };
  if (points_.is_used()) {
    this->constraints().for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
      if constexpr (std::is_same_v<Constraint, Point<Real>>)
        update(constraint.base(), points_.loop().error(row / 3), row);
    });
    return;
  }
  this->constraints().for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    const typename Constraint::Multipliers error =
        linearised(constraint, this->poses_).error - this->targets_.template segment<Constraint::rows>(row);
    if constexpr (std::is_same_v<Constraint, Contact<Real>>) {
      if (options_.dual_update && constraint.static_friction > 0) {
        const Real normal = constraint.admissible(this->multipliers_[row] - penalties_[row] * error[0], 0);
        this->tangential_[row] = friction(Touch<Real>(constraint, this->poses_), normal, row).force;
      }
    }
    update(constraint.base(), error, row);
  });
}

template class BodyDescent<double>;
template class BodyDescent<float>;

}  // namespace simbench::rigid
