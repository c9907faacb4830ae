// Solvers against closed forms.
#include <algorithm>

#include "rigid/problem/linear_system.h"
#include "rigid/solvers/avbd.h"
#include "rigid/solvers/direct.h"
#include "rigid/solvers/gauss_seidel.h"
#include "rigid/solvers/jacobi.h"
#include "tests/rigid/stepping.h"
#include "tests/support/dense.h"

using namespace simbench;
using namespace simbench::rigid;

namespace {}  // namespace

TEST_CASE("A volume of four particles converges quadratically, and its centre of mass stays") {
  System system;
  State state{Poses(5), std::vector<Displacement>(5)};
  for (int b = 0; b < 4; ++b) {
    system.bodies.push_back({"corner", {1. / (b + 1)}});
    if (b > 0) state.poses[b].position[b - 1] = 1;
  }
  system.bodies.push_back({"world", {}});
  Volume volume;
  volume.bodies = {0, 1, 2, 3};
  volume.volume = 0.25;  // the start value is 1/6
  system.constraints.push_back(volume);
  const StepProblem problem = problem_of(system, state);
  GaussSeidel gs({});
  gs.begin_step(problem);
  std::vector<double> errors;
  for (int k = 0; k < 5; ++k) {
    gs.iterate();
    errors.push_back(hard_error(problem, gs.poses()));
  }
  CHECK(errors[1] < 0.5 * errors[0] * errors[0] + 1e-15);
  CHECK(errors[2] < errors[1] * errors[1] + 1e-15);
  CHECK(errors[4] < 1e-15);
  Vector3<double> centre = Vector3<double>::Zero();
  for (int b = 0; b < 4; ++b) centre += (b + 1) * (gs.poses()[b].position - problem.predicted[b].position);
  CHECK(centre.norm() < 1e-14);
}

TEST_CASE("The axes of two balls are aligned by one iteration, from any angle") {
  for (const double angle : {1e-3, 0.5, 2.0, 3.1}) {
    System system;
    const Vector3<double> inertia = ball_inertia(2, 0.3).cwiseInverse();
    system.bodies = {{"a", {0.5, inertia}}, {"b", {0.5, 3 * inertia}}, {"world", {}}};
    State state{Poses(3), std::vector<Displacement>(3)};
    state.poses[1].orientation = exponential({angle, 0, 0});
    Axis axis;
    axis.bodies = {0, 1};
    axis.axes = {Vector3<double>::UnitZ(), Vector3<double>::UnitZ()};
    system.constraints.push_back(axis);
    const StepProblem problem = problem_of(system, state);
    GaussSeidel gs({});
    iterate(gs, problem, 1);
    CHECK(angular_error(problem, gs.poses()) < 4e-15);
  }
}

TEST_CASE(
    "With duplicate joints, sweeps converge, Jacobi needs relaxation or averages, and Newton reports it") {
  auto chain = boxes(4, 0.2);
  auto& joints = std::get<std::vector<Point>>(chain.system.constraints.runs[0]);
  joints.insert(joints.end(), joints.begin(), joints.begin() + 3);
  const StepProblem problem = problem_of(chain.system, chain.state);
  const double first = hard_error(problem, problem.predicted);
  GaussSeidel gs({});
  iterate(gs, problem, 400);
  CHECK(hard_error(problem, gs.poses()) < 1e-12 * first);
  Avbd avbd({.penalty = 20});
  iterate(avbd, problem, 2000);
  CHECK(hard_error(problem, avbd.poses()) < 1e-6 * first);
  for (const Averaging averaging : {Averaging::count, Averaging::split}) {
    Jacobi averaged({.averaging = averaging});
    iterate(averaged, problem, 2000);
    CHECK(hard_error(problem, averaged.poses()) < 1e-9 * first);
  }
  // The eigenvalues of D⁻¹A are up to twice those with single joints, so some are above 2.
  Jacobi plain({});
  iterate(plain, problem, 60);
  CHECK_FALSE(hard_error(problem, plain.poses()) < first);
  Direct direct;
  direct.begin_step(problem);
  CHECK(direct.iterate().stop == Status::not_spd);
}

TEST_CASE("A light mass above a heavy one hangs (M/m) g (h/n)^2 too low after one sweep per substep") {
  const double m = 0.001, M = 1, g = 9.81, frame = 1. / 60;
  for (const int substeps : {1, 5, 20}) {
    const double h = frame / substeps;
    auto rope = straight_chain({.bodies = 2, .anchored = true, .violation = 0});
    rope.system.bodies[0].inertia.inverse_mass = 1 / m;
    rope.system.bodies[1].inertia.inverse_mass = 1 / M;
    rope.system.gravity = {g, 0, 0};
    GaussSeidel gs({});
    State state = rope.state;
    for (int step = 0; step < 40000; ++step) {
      const StepProblem prediction = predict(rope.system, state, h, Gyroscopic::none);
      gs.begin_step(prediction);
      gs.iterate();
      state = advanced(prediction, gs.poses());
    }
    const StepProblem last = problem_of(rope.system, state, h);
    double top = 0;
    rope.system.constraints.for_each([&](const auto& joint, Index row) {
      if (row == 0) top = std::abs(joint.linearise(state.poses).error[0]);
    });
    CHECK(top == Approx(M / m * g * h * h).epsilon(0.01));
  }
}

TEST_CASE(
    "F frames of K sweeps equal F K sweeps for a constant right-hand side, if a frame starts with the "
    "multipliers") {
  auto chain = straight_chain({.bodies = 7, .end_mass_ratio = 3});
  const StepProblem problem = problem_of(chain.system, chain.state);
  const int sweeps = 3, frames = 8;
  GaussSeidel at_once({}), framed({.warm_start = {.factor = 1}});
  iterate(at_once, problem, sweeps * frames);
  for (int frame = 0; frame < frames; ++frame) iterate(framed, problem, sweeps);
  CHECK((at_once.multipliers() - framed.multipliers()).norm() < 1e-13 * at_once.multipliers().norm());
  CHECK(half_square_distance(problem, at_once.poses(), framed.poses()) < 1e-26);
  // The iterations of a step do not depend on whether somebody reads the poses.
  GaussSeidel watched({});
  watched.begin_step(problem);
  for (int k = 0; k < sweeps * frames; ++k) {
    watched.iterate();
    CHECK(watched.poses().size() == problem.predicted.size());
  }
  CHECK(watched.multipliers() == at_once.multipliers());
}

TEST_CASE(
    "A step's least energy grows with masses, with the square of lengths and with the inverse square of "
    "time") {
  const auto chain = boxes(5, 0.3, 4);
  const double f = find_minimum(problem_of(chain.system, chain.state, 0.5))->objective;
  auto heavy = chain;
  for (Body& body : heavy.system.bodies) {
    body.inertia.inverse_mass /= 3;
    body.inertia.inverse_principal /= 3;
  }
  CHECK(find_minimum(problem_of(heavy.system, heavy.state, 0.5))->objective == Approx(3 * f).epsilon(1e-10));
  auto large = chain;
  for (Pose& pose : large.state.poses) pose.position *= 2;
  for (Body& body : large.system.bodies) body.inertia.inverse_principal /= 4;
  large.system.constraints.for_each([](auto& constraint, Index) {
    if constexpr (requires { constraint.points; }) {
      for (auto& point : constraint.points) point *= 2;
    }
  });
  CHECK(find_minimum(problem_of(large.system, large.state, 0.5))->objective == Approx(4 * f).epsilon(1e-9));
  CHECK(find_minimum(problem_of(chain.system, chain.state, 1))->objective == Approx(f / 4).epsilon(1e-10));
}

TEST_CASE("On a linear chain, Gauss-Seidel converges to the same solution for any order of constraints") {
  auto chain = straight_chain({.bodies = 8, .end_mass_ratio = 5});
  const StepProblem problem = problem_of(chain.system, chain.state);
  auto& joints = std::get<std::vector<Axial>>(chain.system.constraints.runs[0]);
  std::reverse(joints.begin(), joints.begin() + 4);
  const StepProblem permuted = problem_of(chain.system, chain.state);
  GaussSeidel gs({}), other({});
  iterate(gs, problem, 2);
  iterate(other, permuted, 2);
  CHECK(half_square_distance(problem, gs.poses(), other.poses()) > 1e-3);
  iterate(gs, problem, 3000);
  iterate(other, permuted, 3000);
  CHECK(half_square_distance(problem, gs.poses(), other.poses()) < 1e-20);
  CHECK(find_minimum(permuted)->objective == Approx(find_minimum(problem)->objective).epsilon(1e-12));
}

TEST_CASE("A compliant rope stretches like its springs, plus the error that the sweeps leave") {
  const double h = 1. / 60, alpha = 1e-4, g = 9.81;
  auto rope = straight_chain({.bodies = 6, .anchored = true, .violation = 0});
  rope.system.gravity = {g, 0, 0};
  rope.system.constraints.for_each([&](auto& joint, Index) { joint.compliance = alpha; });
  const int sweeps = 3;
  GaussSeidel xpbd({.has_compliance = true});
  State state = rope.state;
  for (int frame = 0; frame < 6000; ++frame) {
    const StepProblem prediction = predict(rope.system, state, h, Gyroscopic::none);
    iterate(xpbd, prediction, sweeps);
    state = advanced(prediction, xpbd.poses());
  }
  const StepProblem last = problem_of(rope.system, state, h);
  const Eigen::MatrixXd A(effective_inverse_mass(last, last.predicted)),
      one = Eigen::MatrixXd::Identity(6, 6);
  const Eigen::MatrixXd soft = A + alpha / (h * h) * one, lower = soft.triangularView<Eigen::Lower>();
  const Eigen::MatrixXd G = one - test::solved(lower, soft);
  CHECK(test::spectral_radius(G) < 1);
  VectorX<double> load(6), found(6);
  for (int i = 0; i < 6; ++i) load[i] = g * h * h * (6 - i);
  const VectorX<double> expected = (soft * test::solved(one - G * G * G, one) - A) * load;
  rope.system.constraints.for_each_linearised(state.poses, [&](const auto&, const auto& linear, Index row) {
    found[row] = std::abs(linear.error[0]);
  });
  CHECK((found - expected).norm() < 1e-8 * expected.norm());
  // The top joint carries the weight.
  CHECK(std::abs(xpbd.multipliers()[0]) / (h * h) == Approx(6 * g).epsilon(1e-8));
}
