#include "rigid/problem/objective.h"

#include "rigid/bodies/inertial_term.h"

namespace simbench::rigid {

double half_square_distance(const StepProblem& problem, const Poses& X, const Poses& Y) {
  double sum = 0;
  for (std::size_t b = 0; b < X.size(); ++b)
    sum += half_square(problem.inertias[b], Y[b].orientation, difference(X[b], Y[b]));
  return sum;
}

double inertial(const StepProblem& problem, const Poses& poses) {
  return half_square_distance(problem, poses, problem.predicted) / (problem.time_step * problem.time_step);
}

double constraint(const StepProblem& problem, const Poses& poses) {
  const double h = problem.time_step;
  double sum = 0;
  problem.constraints.for_each_linearised(poses, [&](const auto& constraint, const auto& linear, Index) {
    if (constraint.has_limited_force()) {
      for (const double c : linear.error)
        sum += constraint.energy(c, problem.scaled(constraint.compliance)) / (h * h);
    } else if (constraint.compliance > 0) {
      sum += violation(constraint, linear.error).squaredNorm() / (2 * constraint.compliance);
    }
  });
  return sum;
}

double hard_error(const Constraints& constraints, const Poses& poses, std::optional<Measure> measure) {
  double sum = 0;
  constraints.for_each_linearised(poses, [&](const auto& constraint, const auto& linear, Index) {
    if (constraint.is_hard() && !constraint.is_motor && (!measure || constraint.measure == *measure))
      sum += violation(constraint, linear.error).squaredNorm();
  });
  return std::sqrt(sum);
}

std::optional<double> penetration(const StepProblem& problem, const Poses& poses) {
  std::optional<double> largest;
  problem.constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index) {
    if constexpr (std::is_same_v<Constraint, Contact>) {
      const double overlap = constraint.margin - linearised(constraint, poses).error[0];
      largest = std::max(largest.value_or(0), overlap);
    }
  });
  return largest;
}

double largest_stretch(const StepProblem& problem, const Poses& poses) {
  double largest = 0;
  problem.constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index) {
    constexpr bool joins_points = requires {
      constraint.arm(0, poses);
    };
    if (joins_points && !constraint.is_spring && !constraint.is_motor &&
        !std::is_same_v<Constraint, Contact>) {
      const auto error = linearised(constraint, poses).error;
      largest = std::max(largest, violation(constraint.base(), error).norm());
    }
  });
  return largest;
}

namespace {

// Calls body(constraint, Δ, K) with Δ = Λ − Π(Λ − (K + α̃)⁻¹ (c + α̃ Λ)) of each constraint.
template <class Body>
void for_each_correction(const StepProblem& problem, const Poses& poses, const VectorX<double>& multipliers,
                         const Body& body) {
  problem.constraints.for_each_linearised(
      poses, [&]<class Constraint>(const Constraint& constraint, const auto& linear, Index row) {
        const auto K = linear.effective_inverse_mass(constraint.bodies, problem.inertias, poses);
        body(constraint,
             linear.correction(constraint, K, problem.scaled(constraint.compliance), 1.0,
                               multipliers.segment<Constraint::rows>(row)),
             K);
      });
}

}  // namespace

double projected_residual(const StepProblem& problem, const Poses& poses, const VectorX<double>& multipliers,
                          Measure measure) {
  double sum = 0;
  for_each_correction(problem, poses, multipliers,
                      [&](const auto& constraint, const auto& correction, const auto&) {
                        if (constraint.measure == measure) sum += correction.squaredNorm();
                      });
  return std::sqrt(sum);
}

double projected_residual(const StepProblem& problem, const Poses& poses,
                          const VectorX<double>& multipliers) {
  double sum = 0;
  for_each_correction(problem, poses, multipliers, [&](const auto&, const auto& correction, const auto& K) {
    sum += correction.dot(K * correction);
  });
  return std::sqrt(sum);
}

std::optional<double> multiplier_error(const Constraints& constraints, const VectorX<double>& multipliers,
                                       const VectorX<double>& exact, Measure measure) {
  double difference = 0, whole = 0;
  constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    if (constraint.measure != measure) return;
    const auto own = exact.segment<Constraint::rows>(row);
    difference += (multipliers.segment<Constraint::rows>(row) - own).squaredNorm();
    whole += own.squaredNorm();
  });
  if (whole == 0) return {};
  return std::sqrt(difference) / std::sqrt(whole);
}

namespace {

// Calls body(b, M v) for each body.
template <class Body>
void for_each_momentum(const std::vector<Inertia>& inertias, const State& state, const Body& body) {
  for (std::size_t b = 0; b < inertias.size(); ++b)
    body(b, inertias[b].momentum_of(state.velocities[b], state.poses[b].orientation));
}

}  // namespace

Vector3<double> linear_momentum(const std::vector<Inertia>& inertias, const State& state) {
  Vector3<double> sum = Vector3<double>::Zero();
  for_each_momentum(inertias, state,
                    [&](std::size_t, const Displacement& momentum) { sum += momentum.linear; });
  return sum;
}

Vector3<double> angular_momentum(const std::vector<Inertia>& inertias, const State& state) {
  Vector3<double> sum = Vector3<double>::Zero();
  for_each_momentum(inertias, state, [&](std::size_t b, const Displacement& momentum) {
    sum += state.poses[b].position.cross(momentum.linear) + momentum.angular;
  });
  return sum;
}

double kinetic_energy(const std::vector<Inertia>& inertias, const State& state) {
  double sum = 0;
  for_each_momentum(inertias, state, [&](std::size_t b, const Displacement& momentum) {
    const Displacement& velocity = state.velocities[b];
    sum += (momentum.linear.dot(velocity.linear) + momentum.angular.dot(velocity.angular)) / 2;
  });
  return sum;
}

double potential_energy(const std::vector<Inertia>& inertias, const State& state,
                        const Vector3<double>& gravity) {
  double sum = 0;
  for (std::size_t b = 0; b < inertias.size(); ++b) {
    if (inertias[b].translates()) sum -= gravity.dot(state.poses[b].position) / inertias[b].inverse_mass;
  }
  return sum;
}

}  // namespace simbench::rigid
