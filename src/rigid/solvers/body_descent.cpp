#include "rigid/solvers/body_descent.h"

#include <algorithm>

#include "base/error.h"

namespace simbench::rigid {

std::optional<Failure> BodyDescent::begin_step(const StepProblem& problem) {
  start_at(problem, {.factor = options_.warm_start, .moves_pose = false, .keep = options_.keep},
           {.point = options_.form});
  if (options_.rotation == RotationUpdate::linear) predict_linearly();
  bodies_.clear();
  for (std::size_t b = 0; b < poses_.size(); ++b) bodies_.emplace_back(problem.inertias[b], poses_[b]);
  if (options_.start == StartRule::adaptive) find_start();
  last_velocities_ = problem.velocities;
  find_uses();
  find_penalties();
  if (!carry_over(contacts_.held(), BodyContacts::Held())) contacts_.held().clear();
  contacts_.begin(problem, constraints(), options_.keep, targets_);
  points_.begin(constraints(), poses_);
  joints_.begin(constraints(), poses_.size());
  no_targets_.setZero(targets_.size());
  finish_iteration();
  return {};
}

void BodyDescent::list_memory(SolverMemory& memory) {
  list_multipliers(memory, options_.warm_start);
  if (options_.penalty_decay > 0) {
    memory.list("penalties", penalties_);
    memory.list("friction_penalties", friction_penalties_);
  }
  if (options_.start == StartRule::adaptive) memory.list("last_velocities", last_velocities_);
  contacts_.list_memory(memory);
}

void BodyDescent::predict_linearly() {
  const StepProblem& problem = *problem_;
  for (std::size_t b = 0; b < poses_.size(); ++b) {
    plain::Pose<double> now = plain::plain_pose(problem.previous[b]);
    now.move_linearly(
        {0, 0, 0},
        plain::Vector<double>(Vector3<double>(problem.time_step * problem.predicted_velocities[b].angular)));
    poses_[b].orientation = plain::eigen_pose(now).orientation;
  }
}

void BodyDescent::find_start() {
  const StepProblem& problem = *problem_;
  const double h = problem.time_step, g = problem.gravity.norm();
  if (!last_velocities_.empty() && last_velocities_.size() != poses_.size())
    throw Error(ExitCode::usage, "the state's memory has 'last_velocities' of other bodies");
  const bool has_last_step = !last_velocities_.empty() && g > 0;
  for (std::size_t b = 0; b < poses_.size(); ++b) {
    if (!problem.inertias[b].translates()) continue;
    const Vector3<double>& v = problem.velocities[b].linear;
    double weight = 0;
    if (has_last_step) {
      const Vector3<double> a = (v - last_velocities_[b].linear) / h;
      weight = std::clamp<double>(a.dot(problem.gravity) / (g * g), 0, 1);
    }
    poses_[b].position = problem.previous[b].position + h * v + weight * h * h * problem.gravity;
  }
}

void BodyDescent::find_uses() {
  uses_.assign(problem_->inertias.size(), {});
  const auto& runs = constraints().runs;
  Index row = 0, joint = 0;
  for (int run = 0; run < static_cast<int>(runs.size()); ++run) {
    std::visit(
        [&]<class Constraint>(const std::vector<Constraint>& constraints) {
          for (int index = 0; index < static_cast<int>(constraints.size()); ++index) {
            const Constraint& constraint = constraints[index];
            const int uses = std::is_same_v<Constraint, Point> ? 0 : constraint.body_count;
            for (int place = 0; place < uses; ++place)
              uses_[constraint.bodies[place]].push_back({run, index, place, row, joint});
            row += constraint.rows;
            if (JoinedPoints::lists<Constraint>) ++joint;
          }
        },
        runs[run]);
  }
}

template <class Constraint>
auto BodyDescent::rows_of(const Constraint& constraint, const Use& use, const Vector& position) const
    -> BodyRows<Constraint::rows> {
  if constexpr (JoinedPoints::has_row_along<Constraint>) {
    const bool is_linear = std::is_same_v<Constraint, Contact> && contacts_.are_linear();
    if (!is_linear) {
      const auto [error, n, has_gradient] = constraint.along(points_.difference(use.joint).eigen());
      const Vector along(n), l = use.place == 0 ? along : -1.0 * along;
      const Vector r = points_.arm(use.joint, use.place, position);
      return {
          typename Constraint::Multipliers(error - constraint.target[0]), {l}, {cross(r, l)}, has_gradient};
    }
  }
  const auto linear = [&] {
    if constexpr (std::is_same_v<Constraint, Contact>)
      return contacts_.normal_row(use.row, *problem_, poses_);
    else
      return linearised(constraint, poses_);
  }();
  BodyRows<Constraint::rows> own{linear.error, {}, {}, linear.has_gradient};
  for (int k = 0; k < Constraint::rows; ++k) {
    own.linear[k] = Vector(Vector3<double>(linear.linear[use.place].row(k).transpose()));
    own.angular[k] = Vector(Vector3<double>(linear.angular[use.place].row(k).transpose()));
  }
  return own;
}

template <class Constraint>
auto BodyDescent::lever_of(const Constraint& constraint, int place) const -> Lever {
  Lever lever;
  lever.is_distance = std::is_same_v<Constraint, Distance>;
  const bool is_linear = std::is_same_v<Constraint, Contact> && contacts_.are_linear();
  if (!needs_levers() || is_linear) return lever;
  if constexpr (requires { constraint.lever(0, poses_); })
    lever.arm = Vector(constraint.lever(place, poses_));
  else if constexpr (requires { constraint.arm(0, poses_); })
    lever.arm = Vector(constraint.arm(place, poses_));
  return lever;
}

template <int rows, int body_count>
SIMBENCH_FLATTEN Eigen::Matrix<double, rows, 1> BodyDescent::add(
    const ConstraintBase<rows, body_count>& constraint, const BodyRows<rows>& own, const Lever& lever,
    const Use& use, BodySystem& system) const {
  // The stiffness of a scalar joint has no direction. So it also holds a joint whose gap is exactly zero.
  const bool is_scalar_joint = lever.is_distance && options_.form == PointForm::scalar;
  if (!own.has_gradient && !is_scalar_joint) return Eigen::Matrix<double, rows, 1>::Zero();
  const double unit = unit_of(constraint.measure);
  Eigen::Matrix<double, rows, 1> s = unit * unit * penalties_.segment<rows>(use.row);
  Eigen::Matrix<double, rows, 1> error = own.error;
  if (!is_stabilising_) error -= targets_.segment<rows>(use.row);
  Eigen::Matrix<double, rows, 1> force = -s.cwiseProduct(error);
  if (!(constraint.compliance > 0)) force += multipliers_.segment<rows>(use.row);
  for (int k = 0; k < rows; ++k) {
    const double wanted = force[k];
    force[k] = constraint.admissible(wanted, s[k]);
    // A row that does not push and did not push before, such as an open contact, has no stiffness. If one
    // lost it while Λ is not zero, a body would jump away and back for ever.
    const bool follows = force[k] == wanted || (force[k] < 0 && force[k] > constraint.lower_bound);
    const bool pushed = multipliers_[use.row + k] != 0;
    if (!follows && !pushed && !options_.bounded_stiffness) s[k] = 0;
  }
  const Vector r = lever.arm.value_or(Vector(0, 0, 0));
  if (is_scalar_joint) system.add_stiffness_of_point({s[0], s[0], s[0]}, r);
  for (int k = 0; k < rows; ++k) {
    system.add_force(force[k], own.linear[k], own.angular[k]);
    if (!is_scalar_joint) system.add_stiffness(s[k], own.linear[k], own.angular[k]);
    if (options_.geometric_stiffness != GeometricStiffness::none && lever.arm)
      system.add_curvature(force[k], own.linear[k], r);
  }
  return force;
}

auto BodyDescent::friction_at(const BodyContacts::Tangent& tangent, double normal_force, Index row) const
    -> Friction {
  const Contact& contact = tangent.touch.contact;
  Vector3<double> slip = tangent.slip, known = Vector3<double>::Zero();
  if (!is_stabilising_) slip -= contacts_.target(row);
  if (!(contact.compliance > 0)) known = tangential_[row];
  const Vector3<double> wanted = known - friction_penalties_[row] * slip;
  const double strongest = contact.static_friction * normal_force, length = wanted.norm();
  if (contact.dynamic_friction < contact.static_friction) {
    const Vector3<double> needed = known + tangent.touch.removing(slip, 1, problem_->inertias, poses_);
    if (needed.norm() > strongest) {
      const double sliding = contact.dynamic_friction * normal_force;
      return {length > 0 ? Vector3<double>(sliding / length * wanted) : wanted, false};
    }
  }
  if (length > strongest) return {strongest / length * wanted, false};
  return {wanted, true};
}

void BodyDescent::add_friction_of(const BodyContacts::Tangent& tangent, double normal_force, const Use& use,
                                  BodySystem& system) const {
  const double bound = contacts_.is_bounded_by_last() ? multipliers_[use.row] : normal_force;
  const Vector3<double> force = friction_at(tangent, bound, use.row).force;
  const Vector r(tangent.touch.arms[use.place]), f(force);
  system.add_force(use.place == 0 ? f : -1.0 * f, r);
  // A point that slides is stiff, too (as in the published code); otherwise whole steps overshoot and may
  // never end.
  const Vector3<double>& n = tangent.touch.contact.normal;
  for (int k = 0; k < 3; ++k) {  // the rows of 1 − nnᵀ
    const Vector across(Vector3<double>(Vector3<double>::Unit(k) - n[k] * n));
    system.add_stiffness(friction_penalties_[use.row], across, cross(r, across));
  }
}

void BodyDescent::improve(int body) {
  const StepProblem& problem = *problem_;
  plain::Pose<double> now = plain::plain_pose(poses_[body]);
  BodySystem system(bodies_[body], now, options_.rotation);
  joints_.add(body, now.position, points_, penalties_.data(), multipliers_.data(),
              is_stabilising_ ? no_targets_.data() : targets_.data(), options_.geometric_stiffness, system);
  for (const Use& use : uses_[body]) {
    std::visit(
        [&]<class Constraint>(const std::vector<Constraint>& constraints) {
          const Constraint& constraint = constraints[use.index];
          const auto force = add(constraint.base(), rows_of(constraint, use, now.position),
                                 lever_of(constraint, use.place), use, system);
          if constexpr (std::is_same_v<Constraint, Contact>) {
            if (constraint.static_friction > 0)
              add_friction_of(contacts_.tangent(constraint, use.row, problem, poses_), force[0], use, system);
          }
        },
        constraints().runs[use.run]);
  }
  system.move(now, options_.relaxation);
  poses_[body] = plain::eigen_pose(now);
  points_.follow(body, now);
}

void BodyDescent::sweep() {
  const int count = static_cast<int>(poses_.size());
  for (int k = 0; k < count; ++k) {
    const int body = options_.order == BodyOrder::forward ? k : count - 1 - k;
    if (problem_->inertias[body].translates()) improve(body);
  }
}

void BodyDescent::find_velocities() {
  const StepProblem& problem = *problem_;
  rigid::find_velocities(problem, poses_, VelocityRule::increment, velocities_);
  if (options_.rotation != RotationUpdate::linear) return;
  for (std::size_t b = 0; b < velocities_.size(); ++b) {
    const plain::Vector<double> sine =
        half_sine(plain::plain_pose(poses_[b]), plain::plain_pose(problem.previous[b]));
    velocities_[b].angular = 2 / problem.time_step * sine.eigen();
  }
}

void BodyDescent::stabilise() {
  for (Index row = 0; row < multipliers_.size(); ++row)
    contacts_.note_sticking(row, multipliers_[row], tangential_[row]);
  stabilised_ = poses_;
  is_stabilising_ = true;
  sweep();
  is_stabilising_ = false;
  std::swap(stabilised_, poses_);
  points_.follow(poses_);
}

void BodyDescent::improve_all() {
  sweep();
  if (options_.dual_update || options_.ramp > 0) update_multipliers();
  finish_iteration();
}

void BodyDescent::finish_iteration() {
  if (options_.has_own_velocities()) find_velocities();
  if (options_.post_stabilisation) stabilise();
}

}  // namespace simbench::rigid
