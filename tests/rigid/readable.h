// What tests need to compare a fast loop with a readable version of the same formulas.
#pragma once

#include "tests/rigid/stepping.h"

namespace simbench::rigid {

// Constraints of all shapes on boxes with large and small errors, in turn, so that each run is one long. The
// first body is joined to the world, and body 4 does not turn.
inline World mixed_chain() {
  auto chain = boxes(9, 0.5, 20);
  auto& constraints = chain.system.constraints;
  constraints = {};
  const auto add = [&]<class Constraint>(Constraint constraint, int k) {
    constraint.bodies = {k < 0 ? chain.system.world() : k, k + 1};
    if constexpr (requires { constraint.points; })
      constraint.points = {k < 0 ? Vector3<double>(-1.5, 0.1, 0) : Vector3<double>(0.5, 0, 0),
                           Vector3<double>(-0.5, 0.1, 0.02 * k)};
    constraint.compliance = k % 3 == 0 ? 1e-3 : 0;
    constraints.push_back(constraint);
  };
  for (int k = -1; k < 8; ++k) {
    Point joint;
    joint.offset = {0, 0.01 * k, 0};
    add(joint, k);
  }
  for (int k = 1; k < 8; k += 2) {
    add(Distance(), k);
    add(Axial(), k);
    add(Axis(), k);
    add(Alignment(), k);
    add(Point(), k);
    add(Angle(), k);
    add(Orientation(), k);
    add(Translation(), k);
    Contact contact;
    contact.gap = -0.1;
    add(contact, k);
  }
  Volume volume;
  volume.bodies = {0, 2, 5, 7};
  volume.volume = 1;
  constraints.push_back(volume);
  chain.system.bodies[4].inertia.inverse_principal.setZero();
  chain.state.velocities[3].angular = {0, 9, 4};
  return chain;
}

// What a solver knows in an iteration, for the readable versions below.
struct Iterate {
  const StepProblem& problem;
  Poses poses = problem.predicted;
  VectorX<double> multipliers = VectorX<double>::Zero(problem.constraints.row_count()), targets = multipliers;

  // Constraints aim at `keep` times their error at X_n.
  Iterate(const StepProblem& step, double keep) : problem(step) {
    problem.constraints.for_each_linearised(
        problem.previous, [&]<class C>(const C& constraint, const auto& linear, Index row) {
          if (constraint.is_spring || constraint.is_motor) return;
          for (int k = 0; k < C::rows; ++k)
            targets[row + k] =
                keep * (constraint.is_limit() ? constraint.violation(linear.error[k]) : linear.error[k]);
        });
  }
};

// Whether iterates of a solver are those of its readable version, which begins at X̃ with these targets.
template <class IterateReadable>
void check_iterates(Solver& solver, Iterate readable, IterateReadable&& iterate_readable) {
  const StepProblem& problem = readable.problem;
  solver.begin_step(problem);
  for (int k = 0; k < 7; ++k) {
    CHECK(half_square_distance(problem, solver.poses(), readable.poses) < 1e-20);
    const VectorX<double>& multipliers = readable.multipliers;
    CHECK((solver.multipliers() - multipliers).norm() <= 1e-10 * multipliers.norm());
    for (const Pose& pose : solver.poses()) CHECK(std::abs(pose.orientation.norm() - 1) < 1e-15);
    solver.iterate();
    iterate_readable(readable);
  }
}

}  // namespace simbench::rigid
