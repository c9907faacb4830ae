// Tests what the saddle-point systems do with second derivatives of constraints: geometric stiffness, and
// constraints on accelerations.
#include "deformable/problem/implicit_euler.h"
#include "deformable/solvers/kkt.h"
#include "tests/support/beam_problem.h"
#include "tests/support/pendulum.h"
#include "tests/support/potentials.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

namespace {

// It swings with `speed` along the tangent.
State swinging(const System& system, double speed) {
  State state{system.mesh->rest_positions, Positions<double>::Zero(3, 2)};
  state.velocities.col(1) << speed * std::cos(1.0), 0, speed * std::sin(1.0);
  return state;
}

Kkt<double> kkt(ConstraintLevel level, bool hard, bool geometric_stiffness) {
  KktSettings settings;
  settings.level = level;
  settings.hard = hard;
  settings.geometric_stiffness = geometric_stiffness;
  return Kkt<double>(settings);
}

// A stretched beam of springs and volumes, whose ends are on anchors or held, and move by `move` [m].
IncrementalPotential<double> net(bool is_held, double move = 0.03, double stiffness = 1e4) {
  IncrementalPotential<double> problem = twisted_beam({.cells = {2, 1, 1}, .twist_degrees = 20});
  const auto mesh = problem.mesh;
  std::vector<std::array<int, 2>> pairs;
  for (const auto& tet : mesh->tets.colwise()) pairs.push_back({tet[0], tet[3]});
  VectorX<double> lengths(static_cast<Index>(pairs.size()));
  for (Index i = 0; i < lengths.size(); ++i)
    lengths[i] = 0.9 * (mesh->rest_positions.col(pairs[i][0]) - mesh->rest_positions.col(pairs[i][1])).norm();
  const std::vector<int> ends = end_vertices(*mesh);
  const Positions<double> targets = problem.previous_positions(Eigen::all, ends).array() + move;
  problem.potentials = {springs(pairs, lengths, stiffness), volumes(mesh, 10 * stiffness)};
  problem.inertial_positions.row(1).array() += 0.01;
  problem.start = StepStart::previous;  // of Newton's method; kkt is linearised there in any case
  if (is_held) {
    problem.hold(ends, targets);
  } else {
    problem.potentials.push_back(anchor_potential(ends, targets, stiffness));
  }
  return problem;
}

// Newton's method on f, with full steps.
Newton<double> full_newton() {
  NewtonSettings settings;
  settings.hessian = NewtonHessian::exact;
  settings.line_search = LineSearch::none;
  return Newton<double>(settings);
}

double error_of_distance(ConstraintLevel level, double time_step) {
  const System system = pendulum(1);
  State state = swinging(system, 1);
  Kkt<double> solver = kkt(level, true, false);
  for (int step = 0; step < std::lround(2 / time_step); ++step) {
    const IncrementalPotential<double> next = ImplicitEuler(time_step).problem(system, state);
    state = Integrator::advanced(next, state, run(solver, next, 1));
  }
  return std::abs(state.positions.col(1).norm() - rod_length);
}

}  // namespace

TEST_CASE("Second derivatives of constraints are the derivatives of their gradients") {
  const IncrementalPotential<double> problem = net(false);
  constexpr double small = 1e-6;
  for (const auto& potential : problem.potentials) {
    const auto system = constraint_system(*potential, ConstraintRows::scalar, ConstraintForm::split);
    std::vector<std::span<const int>> elements;
    potential->append_elements(elements);
    const std::size_t corners = elements[0].size();
    std::vector<Vector3<double>> ahead(elements.size() * corners), behind = ahead;
    std::vector<Matrix3<double>> hessians(ahead.size() * corners);
    const Positions<double> q = problem.inertial_positions;
    system->hessians(q, hessians);
    double largest = 0, error = 0;
    for (std::size_t e = 0; e < elements.size(); ++e) {
      for (std::size_t b = 0; b < corners; ++b) {
        for (int k = 0; k < 3; ++k) {
          Positions<double> moved = q;
          moved(k, elements[e][b]) += small;
          system->gradients(moved, ahead);
          moved(k, elements[e][b]) -= 2 * small;
          system->gradients(moved, behind);
          for (std::size_t a = 0; a < corners; ++a) {
            const Vector3<double> expected = (ahead[e * corners + a] - behind[e * corners + a]) / (2 * small);
            const Vector3<double> found = hessians[(e * corners + a) * corners + b].col(k);
            largest = std::max(largest, expected.norm());
            error = std::max(error, (found - expected).norm());
          }
        }
      }
    }
    CAPTURE(potential->law());
    CHECK(largest > 0.1);
    CHECK(error < 1e-7 * largest);
  }
}

TEST_CASE("With geometric stiffness a compliant step is linearly implicit Euler") {
  const bool is_held = GENERATE(false, true);
  const IncrementalPotential<double> problem = net(is_held, is_held ? 0 : 0.03);  // Newton moves them at once
  Newton<double> newton = full_newton();
  const Positions<double> expected = run(newton, problem, 1);
  Kkt<double> with = kkt(ConstraintLevel::position, false, true);
  Kkt<double> without = kkt(ConstraintLevel::position, false, false);
  CHECK(distance(run(with, problem, 1), expected) < 1e-13);
  CHECK(distance(run(without, problem, 1), expected) > 1e-4);
}

TEST_CASE("Geometric stiffness changes how fast the systems converge, but not their limit") {
  const IncrementalPotential<double> problem = net(GENERATE(false, true), 0.03, 300);
  Newton<double> newton = full_newton();
  const Positions<double> minimum = run(newton, problem, 50);
  const auto error = [&](bool geometric_stiffness, int iterations) {
    Kkt<double> solver = kkt(ConstraintLevel::position, false, geometric_stiffness);
    return distance(run(solver, problem, iterations), minimum);
  };
  CHECK(error(true, 6) < 1e-12);
  CHECK(error(false, 6) > 1e-9);
  CHECK(error(false, 300) < 1e-12);
}

TEST_CASE(
    "Across a taut string a step is symplectic Euler's, and with geometric stiffness implicit Euler's") {
  constexpr double half = 2, at_rest = 1, stiffness = 1e6, amplitude = 1e-6;
  Positions<double> positions = Positions<double>::Zero(3, 3);
  positions(0, 1) = -half;
  positions(0, 2) = half;
  positions(1, 0) = amplitude;
  System system = particles(positions, {1, 2}, {{1, 0}, {0, 2}}, at_rest, stiffness);
  system.accelerations.setZero();
  State state{positions, Positions<double>::Zero(3, 3)};
  state.velocities(1, 0) = 3e-5;
  const IncrementalPotential<double> problem = ImplicitEuler(swing_step).problem(system, state);
  // Tension T, and the squared angular frequency times h² across the string: h² 2T/(m half).
  const double tension = stiffness * (half - at_rest),
               number = swing_step * swing_step * 2 * tension / (2 * half);
  const double free = amplitude + swing_step * 3e-5;
  Kkt<double> without = kkt(ConstraintLevel::position, false, false);
  Kkt<double> with = kkt(ConstraintLevel::position, false, true);
  CHECK(run(without, problem, 1)(1, 0) == Approx(free - number * amplitude).epsilon(1e-9));
  CHECK(run(with, problem, 1)(1, 0) == Approx(free / (1 + number)).epsilon(1e-9));
}

TEST_CASE("Hard constraints take the geometric stiffness from the multipliers of the last step") {
  const System system = pendulum(1);
  const State start = swinging(system, 2);
  Kkt<double> with = kkt(ConstraintLevel::position, true, true);
  Kkt<double> without = kkt(ConstraintLevel::position, true, false);
  const IncrementalPotential<double> first = ImplicitEuler(swing_step).problem(system, start);
  const Positions<double> moved = run(with, first, 1);
  CHECK(distance(moved, run(without, first, 1)) < 1e-14);  // no multipliers yet
  const State state = Integrator::advanced(first, start, moved);
  const IncrementalPotential<double> second = ImplicitEuler(swing_step).problem(system, state);
  const Vector3<double> q = moved.col(1), n = q.normalized();
  const Vector3<double> n0 = start.positions.col(1) / rod_length;
  const double multiplier =
      2 * rod_length * n0.dot(q - first.inertial_positions.col(1));  // m (q' − q̃) = Λ n/L
  const Vector3<double> free = second.inertial_positions.col(1) - q;
  const Vector3<double> across = 2 / (2 - multiplier / (rod_length * q.norm())) * (free - n * n.dot(free));
  const Vector3<double> expected = q + (rod_length - q.norm()) * n + across;
  CHECK((run(with, second, 1).col(1) - expected).norm() < 1e-14);
  CHECK((run(without, second, 1).col(1) - expected).norm() > 1e-6);
}

TEST_CASE("A constraint on accelerations gives a rod the tension of a pendulum") {
  const System system = pendulum(1);
  const double speed = 1.7;
  const State state = swinging(system, speed);
  const IncrementalPotential<double> problem = ImplicitEuler(swing_step).problem(system, state);
  Kkt<double> solver = kkt(ConstraintLevel::acceleration, true, false);
  const Vector3<double> n = state.positions.col(1) / rod_length, tangent(std::cos(1.0), 0, std::sin(1.0));
  // −v²/L along the rod, and gravity's part across it.
  const Vector3<double> acceleration =
      -speed * speed / rod_length * n - standard_gravity * std::sin(1.0) * tangent;
  const Vector3<double> expected =
      state.positions.col(1) + swing_step * (state.velocities.col(1) + swing_step * acceleration);
  CHECK((run(solver, problem, 1).col(1) - expected).norm() < 1e-15);
  CHECK((run(solver, problem, 3).col(1) - expected).norm() < 1e-15);
}

TEST_CASE(
    "Positions drift at the levels of velocities and of accelerations, in proportion to the time step") {
  for (const auto level : {ConstraintLevel::velocity, ConstraintLevel::acceleration}) {
    const double ratio = error_of_distance(level, 0.002) / error_of_distance(level, 0.001);
    CAPTURE(static_cast<int>(level), ratio);
    CHECK(ratio == Approx(2).epsilon(0.1));
  }
  const double ratio = error_of_distance(ConstraintLevel::position, 0.002) /
                       error_of_distance(ConstraintLevel::position, 0.001);
  CHECK(ratio == Approx(4).epsilon(0.1));
}

TEST_CASE("kkt names a law whose constraints have no second derivatives") {
  const IncrementalPotential<double> beam = twisted_beam({.cells = {1, 1, 1}});
  KktSettings settings;
  CHECK_FALSE(Kkt<double>::declines(beam.potentials, settings));
  settings.geometric_stiffness = true;
  CHECK(Kkt<double>::declines(beam.potentials, settings)->find("not for strain") != std::string::npos);
  CHECK_FALSE(Kkt<double>::declines(net(false).potentials, settings));
}
