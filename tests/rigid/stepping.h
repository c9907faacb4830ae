// Helpers that several tests of rigid bodies share.
#pragma once

#include <catch2/catch.hpp>

#include "rigid/problem/objective.h"
#include "rigid/referee/minimum.h"
#include "rigid/solvers/registry.h"
#include "tests/rigid/chains.h"
#include "tests/support/random.h"

namespace simbench::rigid {

inline StepProblem problem_of(const System& system, const State& state, double time_step = 1) {
  return predict(system, state, time_step, Gyroscopic::none);
}

inline StepProblem problem_of(const World& world, double time_step = 1) {
  return problem_of(world.system, world.state, time_step);
}

// Boxes along x, turned at random by up to `bend` radians, each joined to the next.
inline auto boxes(int count, double bend, double end_mass_ratio = 1) {
  test::Random random(11);
  Poses poses;
  for (int k = 0; k < count; ++k) {
    const Vector3<double> offset = bend / 3 * random.matrix(3, 1);
    poses.push_back({Vector3<double>(k, 0, 0) + offset, exponential(bend * random.matrix(3, 1))});
  }
  return jointed_boxes({1, 0.3, 0.2}, 2, end_mass_ratio, poses);
}

inline void iterate(Solver& solver, const StepProblem& problem, int iterations) {
  solver.begin_step(problem);
  for (int k = 0; k < iterations; ++k) REQUIRE_FALSE(solver.iterate().stop);
}

// Calls body(solver, its name) for every solver that takes the constraints, with its default settings.
template <class Body>
void for_each_solver(const Constraints& constraints, const Body& body) {
  for (const SolverEntry& entry : solvers()) {
    const auto settings = entry.default_settings();
    if (entry.declines(constraints, *settings)) continue;
    INFO(entry.name);
    const auto solver = entry.make(*settings, Precision::double_precision);
    body(*solver, entry.name);
  }
}

inline double error_of(const StepProblem& problem, const Poses& poses, const Minimum& minimum) {
  return half_square_distance(problem, poses, minimum.poses) /
         half_square_distance(problem, problem.predicted, minimum.poses);
}

// Two boxes on a common axle that is not aligned, with a ball joint.
struct Hinged {
  System system;
  State state;
  explicit Hinged(double angle) {
    const Vector3<double> inertia = box_inertia(2, {1, 0.4, 0.3}).cwiseInverse();
    system.bodies = {{"a", {0.5, inertia}}, {"b", {0.5, inertia}}, {"world", {}}};
    state = {Poses(3), std::vector<Displacement>(3)};
    state.poses[1].position.x() = 1;
    state.poses[1].orientation = exponential({0.3 * angle, angle, -0.2 * angle});
    Point joint;
    joint.bodies = {0, 1};
    joint.points = {Vector3<double>(0.5, 0, 0), Vector3<double>(-0.5, 0, 0)};
    system.constraints.push_back(joint);
    Axis axis;
    axis.bodies = {0, 1};
    axis.axes = {Vector3<double>::UnitZ(), Vector3<double>::UnitZ()};
    system.constraints.push_back(axis);
  }
};

}  // namespace simbench::rigid
