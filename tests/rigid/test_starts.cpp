// The start of a step, AVBD's geometric stiffness, and springs.
#include <Eigen/Cholesky>

#include "rigid/solvers/avbd.h"
#include "rigid/solvers/gauss_seidel.h"
#include "rigid/solvers/jacobi.h"
#include "rigid/solvers/sequential_impulses.h"
#include "rigid/solvers/vbd.h"
#include "tests/rigid/stepping.h"

using namespace simbench;
using namespace simbench::rigid;

TEST_CASE("A warm start is near the solution if the last step was similar") {
  auto rope = straight_chain({.bodies = 5, .anchored = true, .violation = 0});
  rope.system.gravity = {9.81, 0, 0};
  const StepProblem problem = problem_of(rope.system, rope.state, 0.1);
  const double cold = hard_error(problem, problem.predicted);
  const WarmStart warm{.factor = 1};
  GaussSeidel xpbd({.has_compliance = true, .warm_start = warm});
  Jacobi jacobi({.warm_start = warm});
  SequentialImpulses impulses({.correction = 1, .warm_start = 1});
  for (Solver* solver : std::initializer_list<Solver*>{&xpbd, &jacobi, &impulses}) {
    iterate(*solver, problem, 1000);
    solver->begin_step(problem);
    CHECK(hard_error(problem, solver->poses()) < 1e-9 * cold);
  }
  Avbd avbd({.penalty = 2, .ramp = 100, .penalty_decay = 0.9, .warm_start = 0.5});
  iterate(avbd, problem, 400);
  const VectorX<double> L = avbd.multipliers(), s = avbd.penalties();
  CHECK(hard_error(problem, avbd.poses()) < 1e-9 * cold);
  avbd.begin_step(problem);
  CHECK((avbd.multipliers() - 0.5 * L).norm() == 0);
  CHECK((avbd.penalties() - (0.9 * s).cwiseMax(2)).norm() == 0);
  CHECK(hard_error(problem, avbd.poses()) == cold);
}

TEST_CASE("AVBD's adaptive start has the share of gravity that accelerated the body in the last step") {
  auto pair = straight_chain({.bodies = 2, .violation = 0});
  pair.system.gravity = {0, 0, -10};
  const double h = 0.1;
  Avbd avbd({.penalty = 1, .start = StartRule::adaptive});
  StepProblem first = problem_of(pair.system, pair.state, h);
  avbd.begin_step(first);
  CHECK(avbd.poses()[0].position.z() == 0);  // the last velocity is unknown
  for (const auto& [share, speed] :
       {std::pair(1.0, -1.0), std::pair(0.4, -1.4), std::pair(0.0, -1.0), std::pair(1.0, -9.0)}) {
    State falling = pair.state;
    for (auto& velocity : falling.velocities) velocity.linear.z() = speed;
    const StepProblem next = problem_of(pair.system, falling, h);
    avbd.begin_step(next);
    CHECK(avbd.poses()[0].position.z() == Approx(speed * h - share * 10 * h * h).epsilon(1e-13));
  }
}

TEST_CASE("The diagonal geometric stiffness is the norms of the columns of the joint's curvature") {
  // One body on a ball joint with the gap c: a single Newton step, computed by hand.
  System system;
  const Vector3<double> inertia(0.3, 0.5, 0.4), arm(0.5, -0.2, 0.1);
  system.bodies = {{"body", {0.5, inertia.cwiseInverse()}}, {"world", {}}};
  State state{Poses(2), std::vector<Displacement>(2)};
  Point joint;
  joint.bodies = {0, 1};
  joint.points = {arm, Vector3<double>(0.6, 0.1, 0.3)};
  system.constraints.push_back(joint);
  const StepProblem problem = problem_of(system, state);
  const double s = 7;
  const Vector3<double> force = -s * (arm - joint.points[1]);
  Eigen::Matrix<double, 3, 6> J;
  J << Matrix3<double>::Identity(), -cross_matrix(arm);
  Eigen::Matrix<double, 6, 6> H = s * J.transpose() * J;
  H.diagonal().head<3>().array() += 2;
  H.diagonal().tail<3>() += inertia;
  for (int k = 0; k < 3; ++k) {
    // Second derivatives of f_k e_k · R(θ) r₀ at θ = 0.
    for (int column = 0; column < 3; ++column) {
      Vector3<double> second =
          0.5 * force[k] *
          (arm[column] * Vector3<double>::Unit(k) + (k == column ? arm : Vector3<double>::Zero()));
      second[column] -= force[k] * arm[k];
      H(3 + column, 3 + column) += second.norm();
    }
  }
  const Eigen::Matrix<double, 6, 1> step = H.ldlt().solve(J.transpose() * force);
  Avbd avbd({.penalty = s, .geometric_stiffness = GeometricStiffness::diagonal});
  iterate(avbd, problem, 1);
  CHECK((avbd.poses()[0].position - step.head<3>()).norm() < 1e-14);
  CHECK((logarithm(avbd.poses()[0].orientation) - step.tail<3>()).norm() < 1e-14);
}

TEST_CASE("Springs with dampers follow implicit Euler, on vectors and on lengths") {
  const double h = 0.05, k = 30, nu = 2, m = 0.7;
  const bool by_length = GENERATE(false, true);
  for (const double damping : {0.0, nu}) {
    System system;
    system.bodies = {{"ball", {1 / m}}, {"world", {}}};
    State state{Poses(2), std::vector<Displacement>(2)};
    state.poses[0].position.x() = 1.5;
    state.velocities[0].linear.x() = -2;
    if (by_length) {
      LengthSpring spring;
      spring.bodies = {0, 1};
      spring.softness.damper = {k, damping};
      spring.length = 1;
      system.constraints.push_back(spring);
    } else {
      Spring spring;
      spring.bodies = {0, 1};
      spring.softness.damper = {k, damping};
      system.constraints.push_back(spring);
    }
    const double rest = by_length ? 1 : 0, x0 = 1.5, v0 = -2;
    // m (v − v₀) = −h (k (x − L) + ν v), x = x₀ + h v
    const double v = (m * v0 - h * k * (x0 - rest)) / (m + h * damping + h * h * k);
    const StepProblem prediction = predict(system, state, h, Gyroscopic::none);
    // Solvers that treat other constraints as hard still treat a spring as compliant.
    GaussSeidel xpbd({.has_compliance = true}), gs({});
    Jacobi jacobi({});
    Vbd vbd({});
    for (Solver* solver : std::initializer_list<Solver*>{&xpbd, &gs, &jacobi, &vbd}) {
      iterate(*solver, prediction, 1);
      CHECK(std::abs(solver->poses()[0].position.x() - (x0 + h * v)) < 1e-15);
      CHECK(std::abs(advanced(prediction, solver->poses()).velocities[0].linear.x() - v) < 2e-14);
    }
    const Minimum minimum = *find_minimum(prediction);
    CHECK(std::abs(minimum.poses[0].position.x() - (x0 + h * v)) < 1e-14);
  }
}
