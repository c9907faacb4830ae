// The solution of a step with inequalities or redundant constraints, and the quantities that the referee
// measures.
#include "rigid/problem/linear_system.h"
#include "rigid/referee/linear_minimum.h"
#include "rigid/solvers/gauss_seidel.h"
#include "tests/rigid/stepping.h"
#include "tests/support/dense.h"

using namespace simbench;
using namespace simbench::rigid;
using simbench::test::Random;

namespace {

// Solves Λ ≥ 0, c + A Λ ≥ 0, Λ·(c + A Λ) = 0 by trying all sets of active rows.
VectorX<double> enumerated(const Eigen::MatrixXd& A, const VectorX<double>& c) {
  const int n = static_cast<int>(c.size());
  for (int set = 0; set < 1 << n; ++set) {
    std::vector<int> rows;
    for (int i = 0; i < n; ++i) {
      if (set >> i & 1) rows.push_back(i);
    }
    VectorX<double> L = VectorX<double>::Zero(n);
    if (!rows.empty()) L(rows) = test::solved(A(rows, rows), -c(rows));
    if (L.minCoeff() > -1e-13 && (c + A * L).minCoeff() > -1e-13) return L;
  }
  FAIL("no solution");
  return {};
}

// Particles with contacts between one another and with the world, in random directions.
struct Contacts {
  System system;
  State state;
  Contacts(int count, unsigned seed) {
    Random random(seed);
    const int bodies = 3;
    for (int b = 0; b < bodies; ++b) system.bodies.push_back({"particle", {random.uniform(0.2, 3)}});
    system.bodies.push_back({"world", {}});
    state = {Poses(bodies + 1), std::vector<Displacement>(bodies + 1)};
    for (int k = 0; k < count; ++k) {
      Contact contact;
      contact.bodies = {k % bodies, k % 2 == 0 ? bodies : (k + 1) % bodies};
      contact.normal = Vector3<double>(random.matrix(3, 1)).normalized();
      contact.points[0] = random.uniform(-1, 0.5) * contact.normal;
      system.constraints.push_back(contact);
    }
  }
};

}  // namespace

TEST_CASE(
    "Solver and referee find the active contacts that enumeration of the complementarity problem gives") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const int n = 1 + static_cast<int>(seed) % 5;
    const Contacts contacts(n, seed);
    const StepProblem problem = problem_of(contacts.system, contacts.state);
    const Eigen::MatrixXd A(effective_inverse_mass(problem, problem.predicted));
    VectorX<double> c(n);
    problem.constraints.for_each(
        [&](const auto& contact, Index row) { c[row] = contact.linearise(problem.predicted).error[0]; });
    const VectorX<double> known = enumerated(A, c);
    GaussSeidel gs({});
    iterate(gs, problem, 5000);
    CHECK((gs.multipliers() - known).norm() < 1e-9 * (1 + known.norm()));
    const auto minimum = find_minimum(problem);
    REQUIRE(minimum);
    CHECK((minimum->multipliers - known).norm() < 1e-10 * (1 + known.norm()));
    CHECK(projected_residual(problem, minimum->poses, minimum->multipliers) < 1e-12);
    CHECK(hard_error(problem, minimum->poses) < 1e-12);
  }
}

TEST_CASE("A box on four contacts and a chain with a limit have a solution that satisfies all conditions") {
  System system;
  system.bodies = {{"box", {0.5, box_inertia(2, {1, 1, 0.5}).cwiseInverse()}}, {"world", {}}};
  system.gravity = {0, 0, -10};
  State state{Poses(2), std::vector<Displacement>(2)};
  state.poses[0].position.z() = 0.25;
  state.velocities[0].angular.x() = 0.5;  // it starts to tip over
  for (const double x : {-0.5, 0.5}) {
    for (const double y : {-0.5, 0.5}) {
      Contact corner;
      corner.bodies = {0, 1};
      corner.points[0] = {x, y, -0.25};
      system.constraints.push_back(corner);
    }
  }
  const StepProblem box = problem_of(system, state, 0.1);
  const auto rests = find_minimum(box);
  REQUIRE(rests);
  CHECK(rests->multipliers.minCoeff() >= 0);
  CHECK(hard_error(box, rests->poses) < 1e-12);
  CHECK(rests->multipliers.sum() == Approx(2 * 10 * 0.01).epsilon(1e-3));
  auto chain = boxes(4, 0.3);
  Distance limit;
  limit.bodies = {0, 3};
  limit.length = 2.5;
  limit.upper_bound = 0;  // a largest distance
  chain.system.constraints.push_back(limit);
  const StepProblem limited = problem_of(chain.system, chain.state);
  const auto minimum = find_minimum(limited);
  REQUIRE(minimum);
  CHECK(minimum->has_unique_multipliers);
  CHECK(minimum->multipliers[9] < 0);
  CHECK(hard_error(limited, minimum->poses) < 1e-11);
  std::get<std::vector<Distance>>(chain.system.constraints.runs[1])[0].length = 5;
  const auto slack = find_minimum(problem_of(chain.system, chain.state));
  REQUIRE(slack);
  CHECK(slack->multipliers[9] == 0);
  CHECK(slack->objective < minimum->objective);
}

TEST_CASE(
    "Duplicate joints keep the solution but make multipliers non-unique, and contradicting joints have "
    "none") {
  for (const bool turns : {false, true}) {
    auto chain = boxes(5, 0.3, 4);
    if (!turns) {
      for (Body& body : chain.system.bodies) body.inertia.inverse_principal.setZero();
    }
    const auto once = find_minimum(problem_of(chain.system, chain.state, 0.5));
    REQUIRE(once);
    CHECK(once->has_unique_multipliers);
    auto& joints = std::get<std::vector<Point>>(chain.system.constraints.runs[0]);
    joints.push_back(joints[1]);
    const StepProblem problem = problem_of(chain.system, chain.state, 0.5);
    const auto twice = find_minimum(problem);
    REQUIRE(twice);
    CHECK_FALSE(twice->has_unique_multipliers);
    CHECK(twice->objective == Approx(once->objective).epsilon(1e-9));
    CHECK(error_of(problem, twice->poses, *once) < 1e-16);
    joints.back().offset.x() = 0.1;
    CHECK_FALSE(find_minimum(problem_of(chain.system, chain.state, 0.5)));
  }
}

TEST_CASE("Axes become aligned and distances zero, although both have a kink there") {
  const Hinged hinge(0.6);
  const StepProblem problem = problem_of(hinge.system, hinge.state);
  const auto minimum = find_minimum(problem);
  REQUIRE(minimum);
  CHECK(angular_error(problem, minimum->poses) < 1e-11);
  CHECK(hard_error(problem, minimum->poses) < 1e-11);
  CHECK_FALSE(minimum->has_unique_multipliers);
  GaussSeidel gs({});
  iterate(gs, problem, 2000);
  CHECK(angular_error(problem, gs.poses()) < 1e-9);
  auto chain = boxes(4, 0.2);
  const auto points = find_minimum(problem_of(chain.system, chain.state));
  chain.system.constraints = in_forms(chain.system.constraints, {.point = PointForm::scalar});
  const StepProblem lengths = problem_of(chain.system, chain.state);
  const auto closed = find_minimum(lengths);
  REQUIRE(closed);
  CHECK(error_of(lengths, closed->poses, *points) < 1e-20);
}

TEST_CASE("Newton's method after a few sweeps finds the solution that is near the limit of the sweeps") {
  for (const double bend : {0.1, 0.3, 0.6}) {
    for (const int count : {3, 12}) {
      const auto chain = boxes(count, bend, 10);
      const StepProblem problem = problem_of(chain.system, chain.state, 0.3);
      const auto minimum = find_minimum(problem);
      REQUIRE(minimum);
      CHECK(minimum->residual < 1e-10);
      GaussSeidel gs({.has_compliance = true});
      iterate(gs, problem, 60000);
      REQUIRE(hard_error(problem, gs.poses()) < 1e-9);
      // Gauss–Seidel converges to feasible poses that are not the minimum. The minimum is near them, and
      // lower.
      CHECK(minimum->objective <= objective(problem, gs.poses()) * (1 + 1e-9));
      CHECK(error_of(problem, gs.poses(), *minimum) < 0.2);
    }
  }
}

TEST_CASE("A long axial chain is solved at once, with the multipliers of its closed form") {
  const int n = 20000;
  const auto chain = straight_chain({.bodies = n});
  const StepProblem problem = problem_of(chain.system, chain.state);
  CHECK(is_linear(problem));
  const auto minimum = find_minimum(problem);
  REQUIRE(minimum);
  for (const int i : {1, 2, 777, 10000, n - 1})
    CHECK(minimum->multipliers[i - 1] == Approx(-0.5 * i * (n - i)).epsilon(1e-9));
  CHECK_FALSE(is_linear(problem_of(boxes(3, 0.1).system, boxes(3, 0.1).state)));
}

TEST_CASE("Momenta about the origin and energies agree with the formulas") {
  System system;
  system.bodies = {{"a", {0.5, Vector3<double>(1, 2, 4).cwiseInverse()}}, {"b", {0.25}}, {"world", {}}};
  State state{Poses(3), std::vector<Displacement>(3)};
  state.poses[0] = {{1, 2, 3}, exponential({0, 0, 0.5})};
  state.poses[1].position = {0, 0, 2};
  state.velocities[0] = {{0, 1, 0}, {3, 0, 5}};
  state.velocities[1].linear = {1, 0, -1};
  std::vector<Inertia> inertias;
  for (const Body& body : system.bodies) inertias.push_back(body.inertia);
  CHECK((linear_momentum(inertias, state) - Vector3<double>(4, 2, -4)).norm() < 1e-15);
  const double c = std::cos(0.5), s = std::sin(0.5);
  const Vector3<double> spin(3 * (c * c + 2 * s * s), 3 * c * s * (1 - 2), 20);  // R I₀ Rᵀ ω
  const Vector3<double> orbits = Vector3<double>(1, 2, 3).cross(Vector3<double>(0, 2, 0)) +
                                 Vector3<double>(0, 0, 2).cross(Vector3<double>(4, 0, -4));
  CHECK((angular_momentum(inertias, state) - spin - orbits).norm() < 1e-14);
  CHECK(kinetic_energy(inertias, state) ==
        Approx(1 + 4 + 0.5 * (3 * spin.x() + 5 * spin.z())).epsilon(1e-14));
  CHECK(potential_energy(inertias, state, {0, 0, -10}) == Approx(10 * (2 * 3 + 4 * 2)).epsilon(1e-14));
}

TEST_CASE("Only joints of points have stretches, and angles are measured apart from lengths") {
  const Hinged hinge(0.25);
  auto system = hinge.system;
  auto state = hinge.state;
  state.poses[1].position.y() += 0.125;
  const StepProblem problem = problem_of(system, state);
  double open = 0, angle = 0;
  problem.constraints.for_each([&](const auto& constraint, Index row) {
    (row == 0 ? open : angle) = constraint.linearise(state.poses).error.norm();
  });
  CHECK(hard_error(problem, state.poses) == open);
  CHECK(angular_error(problem, state.poses) == angle);
  CHECK(largest_stretch(problem, state.poses) == open);
  CHECK(angle > 0.2);
}
