#include "rigid/solvers/body_descent.h"

#include <algorithm>

namespace simbench::rigid {

template <class Real>
std::optional<Failure> BodyDescent<Real>::begin_step(const StepProblem<Real>& problem) {
  this->start_at(problem, {.factor = options_.warm_start, .moves_pose = false, .keep = options_.keep},
                 {.point = options_.form});
  if (options_.rotation == RotationUpdate::linear) predict_linearly();
  bodies_.clear();
  for (std::size_t b = 0; b < this->poses_.size(); ++b)
    bodies_.emplace_back(problem.inertias[b], this->poses_[b]);
  if (options_.start == StartRule::adaptive) find_start();
  last_velocities_ = problem.velocities;
  find_uses();
  find_penalties();
  if (!this->carry_over(contacts_.held(), typename BodyContacts<Real>::Held())) contacts_.held().clear();
  contacts_.begin(problem, this->constraints(), static_cast<Real>(options_.keep), this->targets_);
  joints_.begin(this->constraints(), this->poses_);
  no_targets_.setZero(this->targets_.size());
  finish_iteration();
  return {};
}

template <class Real>
void BodyDescent<Real>::predict_linearly() {
  const StepProblem<Real>& problem = *this->problem_;
  for (std::size_t b = 0; b < this->poses_.size(); ++b) {
    plain::Pose<Real> now = plain::plain_pose(problem.previous[b]);
    now.move_linearly({0, 0, 0}, plain::Vector<Real>(Vector3<Real>(problem.time_step *
                                                                   problem.predicted_velocities[b].angular)));
    this->poses_[b].orientation = plain::eigen_pose(now).orientation;
  }
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
        [&]<class Constraint>(const std::vector<Constraint>& constraints) {
          for (int index = 0; index < static_cast<int>(constraints.size()); ++index) {
            const Constraint& constraint = constraints[index];
            const int uses = std::is_same_v<Constraint, Point<Real>> ? 0 : constraint.body_count;
            for (int place = 0; place < uses; ++place)
              uses_[constraint.bodies[place]].push_back({run, index, place, row});
            row += constraint.rows;
          }
        },
        runs[run]);
  }
}

template <class Real>
template <int rows, int body_count>
SIMBENCH_FLATTEN Eigen::Matrix<Real, rows, 1> BodyDescent<Real>::add(
    const ConstraintBase<Real, rows, body_count>& constraint,
    const Linearisation<Real, rows, body_count>& linear, const Lever& lever, const Use& use,
    BodySystem<Real>& system) const {
  if (!linear.has_gradient) return Eigen::Matrix<Real, rows, 1>::Zero();
  const Real unit = unit_of(constraint.measure);
  Eigen::Matrix<Real, rows, 1> s = unit * unit * penalties_.template segment<rows>(use.row);
  Eigen::Matrix<Real, rows, 1> error = linear.error;
  if (!is_stabilising_) error -= this->targets_.template segment<rows>(use.row);
  Eigen::Matrix<Real, rows, 1> force = -s.cwiseProduct(error);
  if (!(constraint.compliance > 0)) force += this->multipliers_.template segment<rows>(use.row);
  for (int k = 0; k < rows; ++k) {
    const Real wanted = force[k];
    force[k] = constraint.admissible(wanted, s[k]);
    // A row that does not push and did not push before, such as an open contact, has no stiffness. If one
    // lost it while Λ is not zero, a body would jump away and back for ever.
    const bool follows = force[k] == wanted || (force[k] < 0 && force[k] > constraint.lower_bound);
    const bool pushed = this->multipliers_[use.row + k] != 0;
    if (!follows && !pushed && !options_.bounded_stiffness) s[k] = 0;
  }
  using Vector = plain::Vector<Real>;
  const Vector r(lever.arm.value_or(Vector3<Real>::Zero()));
  const bool is_scalar_joint = lever.is_distance && options_.form == PointForm::scalar;
  if (is_scalar_joint) system.add_stiffness_of_point({s[0], s[0], s[0]}, r);
  for (int k = 0; k < rows; ++k) {
    const Vector l(Vector3<Real>(linear.linear[use.place].row(k).transpose())),
        a(Vector3<Real>(linear.angular[use.place].row(k).transpose()));
    system.add_force(force[k], l, a);
    if (!is_scalar_joint) system.add_stiffness(s[k], l, a);
    if (options_.geometric_stiffness != GeometricStiffness::none && lever.arm)
      system.add_curvature(force[k], l, r);
  }
  return force;
}

template <class Real>
auto BodyDescent<Real>::friction_at(const typename BodyContacts<Real>::View& view, Real normal_force,
                                    Index row) const -> Friction {
  const Contact<Real>& contact = view.touch.contact;
  Vector3<Real> slip = view.slip, known = Vector3<Real>::Zero();
  if (!is_stabilising_) slip -= contacts_.target(row);
  if (!(contact.compliance > 0)) known = this->tangential_[row];
  const Vector3<Real> wanted = known - friction_penalties_[row] * slip;
  const Real strongest = contact.static_friction * normal_force, length = wanted.norm();
  if (contact.dynamic_friction < contact.static_friction) {
    const Vector3<Real> needed = known + view.touch.removing(slip, 1, this->problem_->inertias, this->poses_);
    if (needed.norm() > strongest) {
      const Real sliding = contact.dynamic_friction * normal_force;
      return {length > 0 ? Vector3<Real>(sliding / length * wanted) : wanted, false};
    }
  }
  if (length > strongest) return {strongest / length * wanted, false};
  return {wanted, true};
}

template <class Real>
void BodyDescent<Real>::add_friction_of(const typename BodyContacts<Real>::View& view, Real normal_force,
                                        const Use& use, BodySystem<Real>& system) const {
  const Real bound = contacts_.is_bounded_by_last() ? this->multipliers_[use.row] : normal_force;
  const Vector3<Real> force = friction_at(view, bound, use.row).force;
  using Vector = plain::Vector<Real>;
  const Vector r(view.touch.arms[use.place]), f(force);
  system.add_force(use.place == 0 ? f : Real(-1) * f, r);
  // A point that slides is stiff, too (as in the published code); otherwise whole steps overshoot and may
  // never end.
  const Vector3<Real>& n = view.touch.contact.normal;
  for (int k = 0; k < 3; ++k) {  // the rows of 1 − nnᵀ
    const Vector across(Vector3<Real>(Vector3<Real>::Unit(k) - n[k] * n));
    system.add_stiffness(friction_penalties_[use.row], across, cross(r, across));
  }
}

template <class Real>
void BodyDescent<Real>::improve(int body) {
  const StepProblem<Real>& problem = *this->problem_;
  plain::Pose<Real> now = plain::plain_pose(this->poses_[body]);
  BodySystem<Real> system(bodies_[body], now, options_.rotation);
  joints_.add(body, now.position, penalties_.data(), this->multipliers_.data(),
              is_stabilising_ ? no_targets_.data() : this->targets_.data(), options_.geometric_stiffness,
              system);
  for (const Use& use : uses_[body]) {
    std::visit(
        [&]<class Constraint>(const std::vector<Constraint>& constraints) {
          const Constraint& constraint = constraints[use.index];
          Lever lever;
          if constexpr (std::is_same_v<Constraint, Contact<Real>>) {
            const auto view = contacts_.view(constraint, use.row, problem, this->poses_);
            if (needs_levers() && !contacts_.are_linear())
              lever.arm = constraint.lever(use.place, this->poses_);
            const auto force = add(constraint.base(), view.linear, lever, use, system);
            if (constraint.static_friction > 0) add_friction_of(view, force[0], use, system);
            return;
          }
          lever.is_distance = std::is_same_v<Constraint, Distance<Real>>;
          if (needs_levers()) {
            if constexpr (requires { constraint.lever(0, this->poses_); })
              lever.arm = constraint.lever(use.place, this->poses_);
            else if constexpr (requires { constraint.arm(0, this->poses_); })
              lever.arm = constraint.arm(use.place, this->poses_);
          }
          add(constraint.base(), linearised(constraint, this->poses_), lever, use, system);
        },
        this->constraints().runs[use.run]);
  }
  system.move(now, static_cast<Real>(options_.relaxation));
  this->poses_[body] = plain::eigen_pose(now);
  joints_.follow(body, now);
}

template <class Real>
void BodyDescent<Real>::sweep() {
  const int count = static_cast<int>(this->poses_.size());
  for (int k = 0; k < count; ++k) {
    const int body = options_.order == BodyOrder::forward ? k : count - 1 - k;
    if (this->problem_->inertias[body].translates()) improve(body);
  }
}

template <class Real>
void BodyDescent<Real>::find_velocities() {
  const StepProblem<Real>& problem = *this->problem_;
  rigid::find_velocities(problem, this->poses_, VelocityRule::increment, velocities_);
  if (options_.rotation != RotationUpdate::linear) return;
  for (std::size_t b = 0; b < velocities_.size(); ++b) {
    const plain::Vector<Real> sine =
        half_sine(plain::plain_pose(this->poses_[b]), plain::plain_pose(problem.previous[b]));
    velocities_[b].angular = 2 / problem.time_step * sine.eigen();
  }
}

template <class Real>
void BodyDescent<Real>::stabilise() {
  for (Index row = 0; row < this->multipliers_.size(); ++row)
    contacts_.note_sticking(row, this->multipliers_[row], this->tangential_[row]);
  stabilised_ = this->poses_;
  is_stabilising_ = true;
  sweep();
  is_stabilising_ = false;
  std::swap(stabilised_, this->poses_);
  joints_.follow(this->poses_);
}

template <class Real>
void BodyDescent<Real>::improve_all() {
  sweep();
  if (options_.dual_update || options_.ramp > 0) update_multipliers();
  finish_iteration();
}

template <class Real>
void BodyDescent<Real>::finish_iteration() {
  if (options_.has_own_velocities()) find_velocities();
  if (options_.post_stabilisation) stabilise();
}

template class BodyDescent<double>;
template class BodyDescent<float>;

}  // namespace simbench::rigid
