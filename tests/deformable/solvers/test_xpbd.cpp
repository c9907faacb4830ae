// Tests XPBD on springs in a row, where its sweeps have closed forms.
#include <Eigen/LU>
#include <numbers>

#include "tests/support/beam_problem.h"
#include "tests/support/dense.h"
#include "tests/support/solving.h"
#include "tests/support/spring_chain.h"

using namespace simbench;
using namespace simbench::test;

namespace {

// If vertices move only along the row, springs are linear constraints, C = x₁ − x₀ − 1.
IncrementalPotential<double> linear_chain(int count, double inverse_mass, double scaled_compliance) {
  const double time_step = 0.1;
  IncrementalPotential<double> problem =
      spring_chain(VectorX<double>::Constant(count, 1 / inverse_mass),
                   1 / (scaled_compliance * time_step * time_step), time_step);
  Random random(1);
  for (int i = 0; i < count; ++i) problem.inertial_positions(0, i) += random.uniform(-0.3, 0.3);
  return problem;
}

// The gradient along the row, M/h² (q − q̃) + Σ k (x₁ − x₀ − 1).
VectorX<double> minimum_of_chain(const IncrementalPotential<double>& problem, double stiffness) {
  const Index n = problem.vertex_count();
  Eigen::MatrixXd H = problem.inertia_weights().asDiagonal();
  VectorX<double> right_hand_side = H * problem.inertial_positions.row(0).transpose();
  for (Index i = 0; i + 1 < n; ++i) {
    H(i, i) += stiffness;
    H(i + 1, i + 1) += stiffness;
    H(i, i + 1) -= stiffness;
    H(i + 1, i) -= stiffness;
    right_hand_side[i] -= stiffness;
    right_hand_side[i + 1] += stiffness;
  }
  return solved(H, right_hand_side);
}

}  // namespace

TEST_CASE(
    "On linear constraints XPBD is Gauss-Seidel for the multipliers: it has its rate, keeps g = 0 and "
    "converges "
    "to the minimum") {
  const int count = 6;
  const double w = 0.5, compliance = 1;
  const IncrementalPotential<double> problem = linear_chain(count, w, compliance);
  const VectorX<double> expected =
      minimum_of_chain(problem, 1 / (compliance * problem.time_step * problem.time_step));
  REQUIRE((problem.inertial_positions.row(0).transpose() - expected).norm() > 0.1);
  const auto xpbd = registered_solver("xpbd");
  REQUIRE_FALSE(xpbd->begin_step(problem));
  const double rate = std::pow(2 * w * std::cos(std::numbers::pi / count) / (2 * w + compliance), 2);
  CHECK(rate == Approx(0.1875));
  double error = 0;
  for (int iteration = 1; iteration <= 30; ++iteration) {
    IterationReport report = xpbd->iterate();
    xpbd->complete(report);
    CHECK(report.diagnostics["gradient_residual"] < 1e-12);
    const double now = (xpbd->positions().row(0).transpose() - expected).norm();
    if (iteration == 12) CHECK(now == Approx(rate * error).epsilon(1e-3));
    error = now;
  }
  CHECK(error < 1e-14);
}

TEST_CASE(
    "Eight times the masses change no bit of PBD, nor of XPBD with eight times the "
    "stiffness") {
  BeamSettings settings;
  settings.stiffness = 1e5;
  const IncrementalPotential<double> problem = twisted_beam(settings);
  IncrementalPotential<double> heavy = problem;
  heavy.masses *= 8;
  settings.stiffness *= 8;
  IncrementalPotential<double> heavy_and_stiff = twisted_beam(settings);
  heavy_and_stiff.masses *= 8;
  const auto pbd = registered_solver("pbd"), xpbd = registered_solver("xpbd");
  CHECK(run(*pbd, problem, 10) == run(*pbd, heavy, 10));
  CHECK(run(*xpbd, problem, 10) == run(*xpbd, heavy_and_stiff, 10));
  CHECK(distance(run(*xpbd, problem, 10), run(*xpbd, heavy, 10)) > 1e-4);
}

namespace {

XpbdSettings dropping() {
  XpbdSettings settings;
  settings.multipliers = MultiplierRule::dropped;
  return settings;
}

XpbdSettings damped_by(double time) {
  XpbdSettings settings;
  settings.damping = time;
  return settings;
}

// A particle of 2 kg on a spring of rest length zero and 50 N/m to the origin.
IncrementalPotential<double> particle_on_spring(double time_step) {
  IncrementalPotential<double> problem;
  problem.mesh = std::make_shared<const TetMesh>();
  problem.masses = VectorX<double>::Constant(1, 2);
  problem.time_step = time_step;
  problem.potentials = {anchor_potential(std::vector<int>{0}, Positions<double>::Zero(3, 1), 50)};
  return problem;
}

}  // namespace

TEST_CASE(
    "XPBD that drops its multipliers is PBD with k = S/(S + α̃) on one spring: n iterations are stiffer") {
  const double stiffness = GENERATE(1.0, 50.0, 1e4);
  IncrementalPotential<double> problem = spring_chain(Eigen::Vector2d(1.5, 0.4), stiffness, 0.1);
  problem.inertial_positions.col(1) = Vector3<double>(1.2, -0.7, 0.4);
  const double S = 1 / 1.5 + 1 / 0.4, compliance = 1 / (stiffness * 0.1 * 0.1);
  PbdSettings pbd_settings;
  pbd_settings.stiffness = S / (S + compliance);
  Pbd<double> pbd(pbd_settings);
  Xpbd<double> dropped(dropping()), kept({});
  const Positions<double> first = run(kept, problem, 1);
  CHECK(run(dropped, problem, 1) == first);
  for (const int n : {2, 7, 40}) {
    CHECK(distance(run(dropped, problem, n), run(pbd, problem, n)) < 1e-14);
    CHECK(distance(run(kept, problem, n), first) < 1e-14);  // solved by one sweep
  }
}

TEST_CASE(
    "An iteration of XPBD that drops its multipliers is a step of one iteration from the last iterate") {
  BeamSettings settings;
  settings.law = any_law();
  settings.stiffness = 1e5;
  settings.anchored = true;
  IncrementalPotential<double> problem = twisted_beam(settings);
  Xpbd<double> dropped(dropping()), kept({});
  const Positions<double> expected = run(dropped, problem, 5), other = run(kept, problem, 5);
  for (int i = 0; i < 5; ++i) problem.inertial_positions = run(kept, problem, 1);
  CHECK(problem.inertial_positions == expected);
  CHECK(distance(other, expected) > 1e-6);
  // It has no multipliers of the whole step, whose residuals it could report.
  IterationReport report = dropped.iterate();
  dropped.complete(report);
  CHECK_FALSE(report.diagnostics["multiplier_residual"]);
}

TEST_CASE("A mass hangs on XPBD without kept multipliers by g h² ρ/(1 − ρ) with ρ = (α̃/(w + α̃))^n") {
  const int n = GENERATE(1, 2, 5, 20);
  const double time_step = GENERATE(0.1, 0.02);
  IncrementalPotential<double> problem = particle_on_spring(time_step);
  Xpbd<double> dropped(dropping());
  Positions<double> q = Positions<double>::Zero(3, 1), velocities = q;
  for (int step = 0; step < 20000; ++step) {
    problem.previous_positions = q;
    problem.inertial_positions = q + time_step * velocities;
    problem.inertial_positions(2, 0) -= time_step * time_step * 9.81;
    q = run(dropped, problem, n);
    velocities = (q - problem.previous_positions) / time_step;
  }
  const double compliance = 1 / (50 * time_step * time_step);
  const double rho = std::pow(compliance / (0.5 + compliance), n);
  CHECK(-q(2, 0) == Approx(9.81 * time_step * time_step * rho / (1 - rho)).epsilon(1e-10));
  if (n == 1) CHECK(-q(2, 0) == Approx(2 * 9.81 / 50).epsilon(1e-10));
}

TEST_CASE("Damped XPBD of a spring is backward Euler with a damper of τ k, after any number of sweeps") {
  const double time_step = GENERATE(0.1, 0.01), tau = GENERATE(0.003, 0.5);
  const int n = GENERATE(1, 5);
  IncrementalPotential<double> problem = particle_on_spring(time_step);
  const double m = 2, k = 50, c = tau * k;
  Xpbd<double> xpbd(damped_by(tau));
  double q = 1, v = -2;
  for (int step = 0; step < 20; ++step) {
    problem.previous_positions = Vector3<double>(q, 0, 0);
    problem.inertial_positions = Vector3<double>(q + time_step * v, 0, 0);
    // m (v' − v)/h = −k (q + h v') − c v'
    v = (m * v - time_step * k * q) / (m + time_step * c + time_step * time_step * k);
    q += time_step * v;
    CHECK(run(xpbd, problem, n)(0, 0) == Approx(q).epsilon(1e-13).margin(1e-15));
  }
}

TEST_CASE("A step of damped XPBD shrinks the phase space by 1 + (k/m) h (h + τ): h alone damps like τ = h") {
  const double time_step = 0.1, tau = GENERATE(0.0, 0.1, 0.3), k = 50, m = 2;
  IncrementalPotential<double> problem = particle_on_spring(time_step);
  Xpbd<double> xpbd(damped_by(tau));
  Eigen::Matrix2d step;  // (q, v) → (q', v')
  for (const int column : {0, 1}) {
    const double q = column == 0, v = column == 1;
    problem.previous_positions = Vector3<double>(q, 0, 0);
    problem.inertial_positions = Vector3<double>(q + time_step * v, 0, 0);
    const double end = run(xpbd, problem, 1)(0, 0);
    step.col(column) = Eigen::Vector2d(end, (end - q) / time_step);
  }
  CHECK(step.determinant() == Approx(1 / (1 + k / m * time_step * (time_step + tau))).epsilon(1e-13));
}

TEST_CASE("XPBD's damping keeps linear momentum, changes no bit if it is zero, and slows a beam down") {
  BeamSettings settings;
  settings.law = any_law();
  settings.stiffness = 1e5;
  const IncrementalPotential<double> problem = twisted_beam(settings);
  Xpbd<double> plain({}), zero(damped_by(0)), damped(damped_by(0.1));
  const Positions<double> undamped = run(plain, problem, 10), slow = run(damped, problem, 10);
  CHECK(run(zero, problem, 10) == undamped);
  const auto velocity = [&](const Positions<double>& q) { return problem.velocities(q); };
  const auto kinetic = [&](const Positions<double>& q) {
    return velocity(q).colwise().squaredNorm().dot(problem.masses) / 2;
  };
  CHECK(kinetic(slow) < 0.5 * kinetic(undamped));
  const Vector3<double> momentum = velocity(slow) * problem.masses;
  CHECK(momentum.norm() < 1e-12 * velocity(slow).colwise().norm().dot(problem.masses));
}
