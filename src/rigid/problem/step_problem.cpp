#include "rigid/problem/step_problem.h"

#include <Eigen/LU>
#include <numbers>

namespace simbench::rigid {

namespace {

// ω̃ of a free body (Waterson 2026, Eq. 4.4 with the corrected sign of its quaternion).
Vector3<double> predicted_spin(const Inertia& inertia, const Pose& pose, const Vector3<double>& spin,
                               double h, Gyroscopic gyroscopic) {
  if (!inertia.rotates() || gyroscopic == Gyroscopic::none) return spin;
  const auto& q = pose.orientation;
  const Vector3<double> in_body = q.conjugate() * spin;
  const Vector3<double> principal = inertia.inverse_principal.cwiseInverse();
  const Vector3<double> momentum = principal.cwiseProduct(in_body);
  const Vector3<double> torque = in_body.cross(momentum);
  switch (gyroscopic) {
    case Gyroscopic::explicit_torque:
      return q * Vector3<double>(in_body - h * torque.cwiseProduct(inertia.inverse_principal));
    case Gyroscopic::implicit_torque: {
      Matrix3<double> matrix = h * (cross_matrix(in_body) * principal.asDiagonal() - cross_matrix(momentum));
      matrix.diagonal() += principal;
      return q * Vector3<double>(in_body - matrix.partialPivLu().solve(h * torque));
    }
    default:
      return spin;
  }
}

// Sets the parts of a constraint that differ from step to step: the target of a motor, and the compliance and
// target of a damper.
template <class Constraint>
void prepare(Constraint& constraint, const StepProblem& problem) {
  const Poses& poses = problem.previous;
  const double h = problem.time_step;
  if constexpr (requires { constraint.prepare(poses, h); }) constraint.prepare(poses, h);
  if (!constraint.softness.is_set()) return;
  constraint.target.setZero();
  const auto linear = linearised(constraint, poses);
  const auto K = linear.effective_inverse_mass(constraint.bodies, problem.inertias, poses);
  // Without a gradient the row does nothing, so that any mass will do.
  const Damper damper = constraint.softness.damper_of(K.trace() > 0 ? Constraint::rows / K.trace() : 1);
  constraint.compliance = damper.compliance(h);
  constraint.target = damper.kept(h) * linear.error;
}

template <class Constraint>
constexpr bool has_angle = std::is_base_of_v<Angle, Constraint>;

// The angle by which these velocities turn the second body, seen from the first one, in a step.
double turn_of(const Angle& angle, const StepProblem& problem, const std::vector<Displacement>& velocities) {
  const Vector3<double> axis = problem.previous[angle.bodies[0]].in_world(angle.axis);
  const Vector3<double> spin = velocities[angle.bodies[1]].angular - velocities[angle.bodies[0]].angular;
  return problem.time_step * axis.dot(spin);
}

// The angle at the start of the step, and the middle between it, that of X̃ and that of a motor's target. If
// these are farther apart than a whole turn, which is all that an angle of poses tells, the start is left
// out.
template <class Constraint>
void continue_angle(Constraint& constraint, double start, const StepProblem& problem) {
  const double free_turn = turn_of(constraint, problem, problem.predicted_velocities);
  double target = free_turn;
  if constexpr (requires { constraint.speed; })
    target = constraint.displacement(free_turn, problem.time_step);
  double least = std::min(free_turn, target), most = std::max(free_turn, target);
  if (const double from = std::min(0.0, least), to = std::max(0.0, most); to - from < 2 * std::numbers::pi) {
    least = from;
    most = to;
  }
  constraint.start = start;
  constraint.free_turn = free_turn;
  constraint.near = start + (least + most) / 2;
}

}  // namespace

StepProblem predict(const System& system, const State& state, double time_step, Gyroscopic gyroscopic,
                    const FoundContacts& found) {
  const double h = time_step;
  StepProblem result;
  result.time_step = h;
  result.previous = result.predicted = state.poses;
  result.constraints = system.constraints;
  for (const Contact& contact : found.contacts) result.constraints.push_back(contact);
  result.found = found.matches;
  result.velocities = state.velocities;
  result.gravity = system.gravity;
  for (const Body& body : system.bodies) result.inertias.push_back(body.inertia);
  for (std::size_t b = 0; b < system.bodies.size(); ++b) {
    const Inertia& inertia = system.bodies[b].inertia;
    Displacement velocity = state.velocities[b];
    if (inertia.translates()) velocity.linear += h * system.gravity;
    velocity.angular = predicted_spin(inertia, state.poses[b], velocity.angular, h, gyroscopic);
    Pose& pose = result.predicted[b];
    move(pose, {h * velocity.linear, h * velocity.angular});
    if (gyroscopic == Gyroscopic::momentum && inertia.rotates()) {
      const Displacement kept = inertia.momentum_of(velocity, state.poses[b].orientation);
      velocity.angular = inertia.displacement_of(kept, pose.orientation).angular;
    }
    result.predicted_velocities.push_back(velocity);
  }
  std::size_t angles = 0;
  result.constraints.for_each([&]<class Constraint>(Constraint& constraint, Index) {
    if constexpr (has_angle<Constraint>) {
      const double start =
          state.angles.empty() ? constraint.angle_at(result.previous) : state.angles[angles++];
      continue_angle(constraint, start, result);
    }
    prepare(constraint, result);
  });
  return result;
}

std::vector<Displacement> free_moves(const StepProblem& problem) {
  std::vector<Displacement> moves;
  for (std::size_t b = 0; b < problem.predicted.size(); ++b)
    moves.push_back(moved(problem, problem.predicted, b));
  return moves;
}

std::optional<int> body_with_unknown_turns(const StepProblem& problem, const Poses& poses) {
  constexpr double smallest_change = 0.01;  // [rad]
  for (std::size_t b = 0; b < poses.size(); ++b) {
    const double turn = problem.time_step * problem.predicted_velocities[b].angular.norm();
    const double change = difference(poses[b], problem.predicted[b]).angular.norm();
    if (turn > std::numbers::pi && change > smallest_change) return static_cast<int>(b);
  }
  return {};
}

double energy_of_free_turns(const StepProblem& problem) {
  double gain = 0;
  for (std::size_t b = 0; b < problem.predicted.size(); ++b) {
    const auto energy = [&](const Pose& pose, const Vector3<double>& spin) {
      const Displacement turning{Vector3<double>::Zero(), spin};
      return spin.dot(problem.inertias[b].momentum_of(turning, pose.orientation).angular) / 2;
    };
    gain += energy(problem.predicted[b], problem.predicted_velocities[b].angular) -
            energy(problem.previous[b], problem.velocities[b].angular);
  }
  return gain;
}

void find_velocities(const StepProblem& problem, const Poses& poses, VelocityRule rule,
                     std::vector<Displacement>& velocities) {
  velocities = problem.predicted_velocities;
  for (std::size_t b = 0; b < poses.size(); ++b) {
    const Displacement change = difference(poses[b], problem.predicted[b]);
    velocities[b].linear += change.linear / problem.time_step;
    if (rule == VelocityRule::increment) {
      velocities[b].angular += change.angular / problem.time_step;
    } else {
      velocities[b].angular = moved(problem, poses, b).angular / problem.time_step;
    }
  }
}

std::size_t angle_count(const Constraints& constraints) {
  std::size_t count = 0;
  constraints.for_each(
      [&]<class Constraint>(const Constraint&, Index) { count += has_angle<Constraint> ? 1 : 0; });
  return count;
}

State state_at_end(const StepProblem& problem, const Poses& poses, std::vector<Displacement> velocities) {
  State state{poses, std::move(velocities)};
  problem.constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index) {
    if constexpr (has_angle<Constraint>) {
      const double expected = constraint.start + turn_of(constraint, problem, state.velocities);
      state.angles.push_back(nearest_turn(constraint.angle_at(poses), expected));
    }
  });
  return state;
}

State advanced(const StepProblem& problem, const Poses& poses, VelocityRule rule) {
  std::vector<Displacement> velocities;
  find_velocities(problem, poses, rule, velocities);
  return state_at_end(problem, poses, std::move(velocities));
}

}  // namespace simbench::rigid
