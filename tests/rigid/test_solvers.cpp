// Solvers of rigid bodies against dense linear algebra, closed forms and conservation laws.
#include <catch2/catch.hpp>

#include "rigid/bodies/inertial_term.h"
#include "rigid/problem/objective.h"
#include "rigid/referee/minimum.h"
#include "rigid/solvers/avbd.h"
#include "rigid/solvers/direct.h"
#include "rigid/solvers/gauss_seidel.h"
#include "rigid/solvers/jacobi.h"
#include "rigid/solvers/relaxation.h"
#include "rigid/solvers/sequential_impulses.h"
#include "rigid/solvers/vbd.h"
#include "tests/rigid/chains.h"
#include "tests/rigid/stepping.h"
#include "tests/support/dense.h"
#include "tests/support/random.h"

using namespace simbench;
using namespace simbench::rigid;
using namespace simbench::test;

namespace {

// A = J M⁻¹ Jᵀ and c of axial constraints, built only from the masses.
struct LinearChain {
  Eigen::MatrixXd A;
  VectorX<double> c;
};

LinearChain linear_chain(const VectorX<double>& inverse_masses, bool anchored, double violation) {
  const Index n = inverse_masses.size() - 1 + anchored;
  LinearChain chain{Eigen::MatrixXd::Zero(n, n), VectorX<double>::Constant(n, violation)};
  for (Index row = 0; row < n; ++row) {
    const Index j = row + !anchored;  // the second body of the joint
    if (j > 0) chain.A(row, row) += inverse_masses[j - 1];
    chain.A(row, row) += inverse_masses[j];
    if (row + 1 < n) chain.A(row, row + 1) = chain.A(row + 1, row) = -inverse_masses[j];
  }
  return chain;
}

VectorX<double> inverse_masses_of(const World& chain) {
  VectorX<double> result(chain.system.world());
  for (int i = 0; i < chain.system.world(); ++i) result[i] = chain.system.bodies[i].inertia.inverse_mass;
  return result;
}

// Random boxes, each joined to the next with an error.
World crooked_boxes(int count, unsigned seed) {
  Random random(seed);
  Poses poses;
  for (int k = 0; k < count; ++k) {
    const Vector3<double> offset = 0.1 * random.matrix(3, 1);
    poses.push_back({Vector3<double>(k, 0, 0) + offset, exponential(0.3 * random.matrix(3, 1))});
  }
  return jointed_boxes({1, 0.3, 0.2}, 2, 5, poses);
}

Vector3<double> linear_momentum(const StepProblem& problem, const Poses& poses) {
  Vector3<double> sum = Vector3<double>::Zero();
  for (std::size_t b = 0; b < poses.size(); ++b) {
    const auto delta = difference(poses[b], problem.predicted[b]);
    sum += problem.inertias[b].momentum_of(delta, poses[b].orientation).linear;
  }
  return sum;
}

}  // namespace

TEST_CASE("On axial chains, the solvers are the textbook iterations for the matrix A") {
  const bool anchored = GENERATE(false, true);
  const double ratio = GENERATE(1.0, 100.0);
  const World chain = straight_chain(
      {.bodies = 7, .mass = 3, .end_mass_ratio = ratio, .anchored = anchored, .violation = 0.5});
  const StepProblem problem = problem_of(chain);
  const LinearChain known = linear_chain(inverse_masses_of(chain), anchored, 0.5);
  const Index n = known.c.size();
  VectorX<double> of_gs = VectorX<double>::Zero(n), of_jacobi = of_gs;
  const double xi = 1.3;
  GaussSeidel gs({.relaxation = xi});
  Jacobi jacobi({});
  gs.begin_step(problem);
  jacobi.begin_step(problem);
  for (int iteration = 0; iteration < 20; ++iteration) {
    gs.iterate();
    jacobi.iterate();
    for (Index i = 0; i < n; ++i) {
      const double residual = known.c[i] + known.A.row(i).dot(of_gs);
      of_gs[i] -= xi * residual / known.A(i, i);
    }
    of_jacobi -= (known.c + known.A * of_jacobi).cwiseQuotient(known.A.diagonal());
    CHECK((gs.multipliers() - of_gs).norm() < 1e-13 * of_gs.norm());
    CHECK((jacobi.multipliers() - of_jacobi).norm() < 1e-13 * of_jacobi.norm());
  }
  const auto minimum = find_minimum(problem);
  REQUIRE(minimum);
  CHECK((minimum->multipliers - solved(known.A, -known.c)).norm() < 1e-11 * minimum->multipliers.norm());
}

TEST_CASE(
    "The relative error of hard linear rows is the dual gap, and a relaxed row lowers it by its known "
    "share") {
  const World chain = straight_chain({.bodies = 8, .end_mass_ratio = 20});
  const StepProblem problem = problem_of(chain);
  const LinearChain known = linear_chain(inverse_masses_of(chain), false, 1);
  const VectorX<double> best = solved(known.A, -known.c);
  const auto dual = [&](const VectorX<double>& L) { return 0.5 * L.dot(known.A * L) + L.dot(known.c); };
  const Minimum minimum = *find_minimum(problem);
  CHECK(minimum.objective == Approx(-dual(best)).epsilon(1e-12));
  GaussSeidel gs({.relaxation = 1.4});
  gs.begin_step(problem);
  const double start = half_square_distance(problem, problem.predicted, minimum.poses);
  for (int k = 0; k < 10; ++k) {
    VectorX<double> L = gs.multipliers();
    double lowered = 0;  // by ξ (1 − ξ/2) e²/A_ii, row by row (Waterson 2026, Eq. 4.74)
    for (Index i = 0; i < L.size(); ++i) {
      const double e = known.c[i] + known.A.row(i).dot(L);
      lowered += 1.4 * (1 - 0.7) * e * e / known.A(i, i);
      L[i] -= 1.4 * e / known.A(i, i);
    }
    const double before = dual(gs.multipliers());
    gs.iterate();
    CHECK(before - dual(gs.multipliers()) == Approx(lowered).epsilon(1e-10));
    const double error = half_square_distance(problem, gs.poses(), minimum.poses) / start;
    CHECK(error == Approx((dual(gs.multipliers()) - dual(best)) / -dual(best)).epsilon(1e-9));
  }
}

TEST_CASE("Late rates are the spectral radii of the iteration matrices") {
  const World chain = straight_chain({.bodies = 9, .end_mass_ratio = 4});
  const StepProblem problem = problem_of(chain);
  const LinearChain known = linear_chain(inverse_masses_of(chain), false, 1);
  const Index n = known.c.size();
  const Eigen::MatrixXd D = known.A.diagonal().asDiagonal();
  const Eigen::MatrixXd L = known.A.triangularView<Eigen::StrictlyLower>();
  const auto relaxed = [&](double xi) -> Eigen::MatrixXd {
    return solved(D + xi * L, (1 - xi) * D - xi * L.transpose());
  };
  const Minimum minimum = *find_minimum(problem);
  const auto rate = [&](Solver& solver) {
    solver.begin_step(problem);
    for (int k = 0; k < 100; ++k) solver.iterate();
    const double early = half_square_distance(problem, solver.poses(), minimum.poses);
    for (int k = 0; k < 20; ++k) solver.iterate();
    return std::pow(half_square_distance(problem, solver.poses(), minimum.poses) / early, 1.0 / 40);
  };
  GaussSeidel gs({}), under({.relaxation = 0.7});
  Jacobi jacobi({});
  CHECK(rate(gs) == Approx(spectral_radius(relaxed(1))).epsilon(1e-6));
  CHECK(rate(under) == Approx(spectral_radius(relaxed(0.7))).epsilon(1e-4));
  CHECK(rate(jacobi) == Approx(spectral_radius(-solved(D, L + L.transpose()))).epsilon(1e-4));
  // AVBD's map on (ΔX, Λ) without the constant c: over bodies H = M + s JᵀJ, H_lower x' = −H_upper x + Jᵀ Λ,
  // and Λ' = Λ − s J x'.
  const double s = 3;
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(n, n + 1);
  for (Index i = 0; i < n; ++i) {
    J(i, i) = 1;
    J(i, i + 1) = -1;
  }
  const Eigen::MatrixXd H =
      Eigen::MatrixXd(inverse_masses_of(chain).cwiseInverse().asDiagonal()) + s * J.transpose() * J;
  const Eigen::MatrixXd lower = H.triangularView<Eigen::Lower>(), upper = H - lower;
  Eigen::MatrixXd map(2 * n + 1, 2 * n + 1);
  map.topRows(n + 1) << -solved(lower, upper), solved(lower, J.transpose());
  map.bottomLeftCorner(n, n + 1) = -s * J * map.topLeftCorner(n + 1, n + 1);
  map.bottomRightCorner(n, n) = Eigen::MatrixXd::Identity(n, n) - s * J * map.topRightCorner(n + 1, n);
  Avbd avbd({.penalty = s});
  CHECK(rate(avbd) == Approx(spectral_radius(map)).epsilon(1e-3));
}

TEST_CASE(
    "The optimal relaxation minimises the spectral radius, and agrees with the known value of a chain") {
  const StepProblem straight = problem_of(straight_chain({}));
  CHECK(optimal_relaxation(straight) == Approx(1.5278640450).epsilon(1e-10));
  const World chain = straight_chain({.bodies = 8, .end_mass_ratio = 7});
  const LinearChain known = linear_chain(inverse_masses_of(chain), false, 1);
  const Eigen::MatrixXd D = known.A.diagonal().asDiagonal();
  const Eigen::MatrixXd L = known.A.triangularView<Eigen::StrictlyLower>();
  double least = 2, best = 0;
  for (double xi = 1; xi < 2; xi += 1e-4) {
    const Eigen::MatrixXd G = solved(D + xi * L, (1 - xi) * D - xi * L.transpose());
    const double radius = spectral_radius(G);
    if (radius < least) {
      least = radius;
      best = xi;
    }
  }
  CHECK(optimal_relaxation(problem_of(chain)) == Approx(best).margin(2e-4));
}

TEST_CASE("Redundant constraints have a relaxation, too") {
  for (int bodies = 40; bodies < 60; ++bodies) {
    StepProblem problem = problem_of(straight_chain({.bodies = bodies, .end_mass_ratio = bodies * 1.1}));
    const Constraints once = problem.constraints;
    once.for_each([&](const auto& constraint, Index) { problem.constraints.push_back(constraint); });
    const double xi = optimal_relaxation(problem);
    CHECK(xi >= 1);
    CHECK(xi <= 2);
  }
}

TEST_CASE("Adaptive relaxation converges faster than none, and the optimal relaxation is the fastest") {
  const StepProblem problem = problem_of(straight_chain({.bodies = 40}));
  const Minimum minimum = *find_minimum(problem);
  const auto sweeps = [&](RelaxationRule rule) {
    GaussSeidel solver({.rule = rule});
    solver.begin_step(problem);
    const double start = half_square_distance(problem, solver.poses(), minimum.poses);
    IterationReport report;
    int k = 0;
    for (; k < 20000 && half_square_distance(problem, solver.poses(), minimum.poses) > 1e-8 * start; ++k)
      report = solver.iterate();
    CHECK(report.diagnostics["relaxation"] >= 1);
    CHECK(report.diagnostics["relaxation"] < 2);
    return k;
  };
  const int none = sweeps(RelaxationRule::number), optimal = sweeps(RelaxationRule::optimal),
            adaptive = sweeps(RelaxationRule::adaptive), residual = sweeps(RelaxationRule::residual);
  INFO(none << " " << optimal << " " << adaptive << " " << residual);
  CHECK(optimal < none / 10);
  CHECK(adaptive < none / 4);
  CHECK(residual < none);
  CHECK(optimal <= adaptive);
}

TEST_CASE(
    "The direct solver solves a linear chain at once and a crooked one in a few steps, and stops if joints "
    "are redundant") {
  Direct direct;
  const StepProblem linear = problem_of(straight_chain({.bodies = 50, .end_mass_ratio = 1e4}));
  direct.begin_step(linear);
  REQUIRE_FALSE(direct.iterate().stop);
  CHECK(hard_error(linear, direct.poses()) < 1e-10);
  const StepProblem crooked = problem_of(crooked_boxes(6, 4), 0.1);
  const Minimum minimum = *find_minimum(crooked);
  direct.begin_step(crooked);
  for (int k = 0; k < 10; ++k) REQUIRE_FALSE(direct.iterate().stop);
  CHECK(half_square_distance(crooked, direct.poses(), minimum.poses) <
        1e-25 * half_square_distance(crooked, crooked.predicted, minimum.poses));
  World twice = straight_chain({.bodies = 3});
  auto& joints = std::get<std::vector<Axial>>(twice.system.constraints.runs[0]);
  joints.push_back(joints.front());
  const StepProblem redundant = problem_of(twice);
  direct.begin_step(redundant);
  CHECK(direct.iterate().stop == Status::not_spd);
  for (auto& joint : joints) joint.compliance = 1e-3;
  const StepProblem compliant = problem_of(twice);
  direct.begin_step(compliant);
  CHECK_FALSE(direct.iterate().stop);
}

TEST_CASE(
    "XPBD without compliance is Gauss-Seidel, and with it reaches the compliant minimum of a linear chain") {
  const StepProblem hard = problem_of(crooked_boxes(4, 1));
  GaussSeidel gs({}), xpbd({.has_compliance = true});
  gs.begin_step(hard);
  xpbd.begin_step(hard);
  for (int k = 0; k < 5; ++k) {
    gs.iterate();
    xpbd.iterate();
  }
  CHECK(gs.multipliers() == xpbd.multipliers());
  World chain = straight_chain({.bodies = 6});
  for (auto& joint : std::get<std::vector<Axial>>(chain.system.constraints.runs[0])) joint.compliance = 0.01;
  const StepProblem soft = problem_of(chain, 0.1);  // α̃ = 1
  const LinearChain known = linear_chain(VectorX<double>::Ones(6), false, 1);
  const Eigen::MatrixXd regularised = known.A + Eigen::MatrixXd::Identity(5, 5);
  const VectorX<double> best = solved(regularised, -known.c);
  xpbd.begin_step(soft);
  for (int k = 0; k < 200; ++k) xpbd.iterate();
  CHECK((xpbd.multipliers() - best).norm() < 1e-13);
  const Minimum minimum = *find_minimum(soft);
  CHECK((minimum.multipliers - best).norm() < 1e-11);
  // P + E_α = ½ rᵀ α̃⁻¹ r bounds the error of any iterate without knowing the minimum.
  xpbd.begin_step(soft);
  for (int k = 0; k < 3; ++k) xpbd.iterate();
  const VectorX<double>& L = xpbd.multipliers();
  const double primal = 0.01 * objective(soft, xpbd.poses());
  const double dual = 0.5 * L.dot(regularised * L) + L.dot(known.c);
  const VectorX<double> residual = known.c + regularised * L;
  CHECK(primal + dual == Approx(residual.squaredNorm() / 2).epsilon(1e-10));
}

TEST_CASE(
    "Each iteration of a solver over constraints conserves linear momentum, and one over bodies does not") {
  const StepProblem problem = problem_of(crooked_boxes(5, 2));
  GaussSeidel gs({});
  Jacobi jacobi({}), split({.averaging = Averaging::split}), count({.averaging = Averaging::count});
  Avbd avbd({.penalty = 10});
  for (Solver* solver : std::initializer_list<Solver*>{&gs, &jacobi, &split}) {
    solver->begin_step(problem);
    for (int k = 0; k < 3; ++k) solver->iterate();
    CHECK(linear_momentum(problem, solver->poses()).norm() < 1e-14);
  }
  for (Solver* solver : std::initializer_list<Solver*>{&count, &avbd}) {
    solver->begin_step(problem);
    solver->iterate();
    CHECK(linear_momentum(problem, solver->poses()).norm() > 1e-3);
  }
}

TEST_CASE(
    "The solution of a step does not depend on where the scene is, how it is turned, or the order of "
    "constraints") {
  const World chain = crooked_boxes(5, 3);
  const StepProblem problem = problem_of(chain, 0.1);
  const auto minimum = find_minimum(problem);
  REQUIRE(minimum);
  CHECK(minimum->residual < 1e-12);
  CHECK(hard_error(problem, minimum->poses) < 1e-12);
  World moved = chain;
  const Quaternion turn = exponential({1, -2, 0.5});
  for (int b = 0; b < moved.system.world(); ++b) {
    Pose& pose = moved.state.poses[b];
    pose.position = turn * pose.position + Vector3<double>(3, 4, 5);
    pose.orientation = turn * pose.orientation;
  }
  CHECK(find_minimum(problem_of(moved, 0.1))->objective == Approx(minimum->objective).epsilon(1e-10));
  World reversed = chain;
  auto& joints = std::get<std::vector<Point>>(reversed.system.constraints.runs[0]);
  std::reverse(joints.begin(), joints.end());
  CHECK(find_minimum(problem_of(reversed, 0.1))->objective == Approx(minimum->objective).epsilon(1e-10));
  // k times the mass is k times the energy.
  World heavy = chain;
  for (Body& body : heavy.system.bodies) {
    body.inertia.inverse_mass /= 8;
    body.inertia.inverse_principal /= 8;
  }
  CHECK(find_minimum(problem_of(heavy, 0.1))->objective == Approx(8 * minimum->objective).epsilon(1e-10));
}

TEST_CASE("A free body keeps its angular momentum or its energy, depending on the prediction") {
  System system;
  system.bodies = {{"top", {0.5, Vector3<double>(1, 2, 3).cwiseInverse()}}, {"world", {}}};
  State state{Poses(2), std::vector<Displacement>(2)};
  state.velocities[0] = {Vector3<double>(1, 0, 0), Vector3<double>(0.3, 2, -1)};
  const auto angular_momentum = [&](const State& s) {
    return system.bodies[0].inertia.momentum_of(s.velocities[0], s.poses[0].orientation).angular;
  };
  const auto energy = [&](const State& s) {
    return half_square(system.bodies[0].inertia, s.poses[0].orientation, s.velocities[0]);
  };
  struct Drift {
    double momentum, energy;
  };
  const auto drift = [&](Gyroscopic gyroscopic, double h) {
    State now = state;
    for (double t = 0; t < 1 - h / 2; t += h) {
      const StepProblem prediction = predict(system, now, h, gyroscopic);
      now = advanced(prediction, prediction.predicted);
    }
    return Drift{(angular_momentum(now) - angular_momentum(state)).norm(),
                 std::abs(energy(now) - energy(state))};
  };
  CHECK(drift(Gyroscopic::momentum, 0.1).momentum < 1e-14);
  for (const auto gyroscopic : {Gyroscopic::explicit_torque, Gyroscopic::implicit_torque}) {
    const Drift coarse = drift(gyroscopic, 0.02), fine = drift(gyroscopic, 0.01);
    CHECK(coarse.energy / fine.energy == Approx(2).epsilon(0.1));  // of first order
    CHECK(coarse.momentum / fine.momentum == Approx(2).epsilon(0.1));
  }
  // Without a torque, ω is constant in the world, and I changes.
  CHECK(drift(Gyroscopic::none, 0.1).momentum > 0.1);
}

TEST_CASE("Multipliers of an inequality are clamped as a sum: a stack rests, and bodies do not stick") {
  // Three particles on a floor, one above the other: each contact carries the weights above it.
  World stack = straight_chain({.bodies = 3, .violation = 0});
  stack.system.constraints = {};
  stack.system.gravity = {-10, 0, 0};
  for (int i = 0; i < 3; ++i) {
    Contact contact;
    contact.normal = Vector3<double>::UnitX();
    contact.bodies = {i, i == 0 ? stack.system.world() : i - 1};
    if (i > 0) contact.points[1] = Vector3<double>::UnitX();  // they touch at a distance of 1 m
    stack.system.constraints.push_back(contact);
  }
  const double h = 0.1;
  GaussSeidel gs({});
  const StepProblem problem = problem_of(stack, h);
  gs.begin_step(problem);
  for (int k = 0; k < 500; ++k) gs.iterate();
  for (int i = 0; i < 3; ++i) CHECK(gs.multipliers()[i] == Approx((3 - i) * 10 * h * h).epsilon(1e-9));
  stack.system.gravity = {10, 0, 0};  // away from the floor
  const StepProblem free = problem_of(stack, h);
  gs.begin_step(free);
  gs.iterate();
  CHECK(gs.multipliers().norm() == 0);
}

TEST_CASE("Sequential impulses with the whole correction are Gauss-Seidel on axial chains") {
  World chain = straight_chain({.bodies = 6, .end_mass_ratio = 3, .violation = 0.2});
  chain.state.velocities[2].linear.x() = 4;
  const StepProblem problem = problem_of(chain, 0.1);
  GaussSeidel gs({});
  SequentialImpulses impulses({.correction = 1});
  gs.begin_step(problem);
  impulses.begin_step(problem);
  for (int k = 0; k < 5; ++k) {
    gs.iterate();
    impulses.iterate();
    CHECK((gs.multipliers() - impulses.multipliers()).norm() < 1e-14);
    CHECK(half_square_distance(problem, gs.poses(), impulses.poses()) < 1e-28);
  }
}

TEST_CASE("AVBD of compliant rows without its dual update converges to XPBD's solution on a linear chain") {
  World chain = straight_chain({.bodies = 6});
  for (auto& joint : std::get<std::vector<Axial>>(chain.system.constraints.runs[0])) joint.compliance = 0.01;
  const StepProblem problem = problem_of(chain, 0.1);
  const Minimum minimum = *find_minimum(problem);
  Vbd vbd({});
  vbd.begin_step(problem);
  for (int k = 0; k < 300; ++k) vbd.iterate();
  CHECK(half_square_distance(problem, vbd.poses(), minimum.poses) < 1e-24);
}

TEST_CASE("Penalties are a share of the effective mass, or grow with the error") {
  const StepProblem problem = problem_of(straight_chain({.bodies = 3, .mass = 2, .end_mass_ratio = 3}), 0.5);
  Avbd avbd({.rule = PenaltyRule::effective_mass, .penalty_factor = 0.5});
  avbd.begin_step(problem);
  CHECK((avbd.penalties() - VectorX<double>::Constant(2, 0.5 / (1. / 6 + 1. / 2))).norm() < 1e-15);
  Avbd ramp({.penalty = 1, .ramp = 100});
  ramp.begin_step(problem);
  ramp.iterate();
  double row = 0;
  problem.constraints.for_each_linearised(ramp.poses(), [&](const auto&, const auto& linear, Index i) {
    row = 1 + 100 * 0.25 * linear.error.cwiseAbs()[0];
    CHECK(ramp.penalties()[i] == Approx(row).epsilon(1e-14));
  });
  CHECK(row > 1);
}

namespace {

// Simulates a rope at rest under gravity along it for `frames` frames, and returns c of its joints.
VectorX<double> stretches(const World& rope, int frames, int sweeps, double h, const WarmStart& warm) {
  GaussSeidel gs({.warm_start = warm});
  State state = rope.state;
  for (int frame = 0; frame < frames; ++frame) {
    const StepProblem prediction = predict(rope.system, state, h, Gyroscopic::none);
    gs.begin_step(prediction);
    for (int k = 0; k < sweeps; ++k) gs.iterate();
    state = advanced(prediction, gs.poses());
  }
  VectorX<double> c(rope.system.constraints.row_count());
  rope.system.constraints.for_each_linearised(
      state.poses, [&](const auto&, const auto& linear, Index row) { c[row] = linear.error[0]; });
  return c;
}

}  // namespace

TEST_CASE(
    "A hanging rope settles at the stretch that the sweeps of a frame leave, with and without warm start") {
  World rope = straight_chain({.bodies = 10, .anchored = true, .violation = 0});
  rope.system.gravity = {9.81, 0, 0};
  const double h = 1. / 60;
  CHECK(std::abs(stretches(rope, 3000, 4, h, {}).sum()) == Approx(29.63467862e-3).epsilon(1e-9));
  // c = A [(1 − G^K)⁻¹ − 1] ℓ (1 − w)/(1 − a), ℓ_i = g h² Σ_{j ≥ i} m_j.
  const LinearChain known = linear_chain(VectorX<double>::Ones(10), true, 0);
  const Eigen::MatrixXd D = known.A.diagonal().asDiagonal();
  const Eigen::MatrixXd L = known.A.triangularView<Eigen::StrictlyLower>();
  const Eigen::MatrixXd G = -solved(D + L, L.transpose());
  VectorX<double> load(10);
  for (int i = 0; i < 10; ++i) load[i] = 9.81 * h * h * (10 - i);
  const Eigen::MatrixXd one = Eigen::MatrixXd::Identity(10, 10);
  for (const auto& [w, a] : {std::pair(0.0, 0.0), std::pair(0.4, 0.0), std::pair(0.3, 0.5)}) {
    const Eigen::MatrixXd left = solved(one - G * G * G * G, one) - one;
    const VectorX<double> expected = known.A * (left * load) * (1 - w) / (1 - a);
    const VectorX<double> found = stretches(rope, 5000, 4, h, {.factor = w, .keep = a});
    CHECK((found.cwiseAbs() - expected.cwiseAbs()).norm() < 1e-9 * expected.norm());
  }
}

TEST_CASE(
    "The best relaxation of constraints that are there twice is 1, whatever rounding makes of their "
    "eigenvalue 2") {
  Random random(5);
  for (int trial = 0; trial < 20; ++trial) {
    World world;
    world.system.bodies = {{"body", {1 / (1 + std::abs(random.matrix(1, 1)(0, 0)))}}, {"world", {}}};
    world.state = {Poses(2), std::vector<Displacement>(2)};
    Axial twice;
    twice.bodies = {0, 1};
    twice.direction = Vector3<double>(random.matrix(3, 1)).normalized();
    for (int k = 0; k < 2; ++k) world.system.constraints.push_back(twice);
    CHECK(optimal_relaxation(problem_of(world)) == Approx(1).epsilon(1e-12));
  }
}
