// Forms of joints, the linear update and the augmented Lagrangian.
#include "rigid/problem/linear_system.h"
#include "rigid/solvers/alm.h"
#include "rigid/solvers/avbd.h"
#include "rigid/solvers/gauss_seidel.h"
#include "rigid/solvers/jacobi.h"
#include "tests/rigid/stepping.h"
#include "tests/support/dense.h"

using namespace simbench;
using namespace simbench::rigid;

TEST_CASE(
    "Joints as rows give the same sweeps for bodies that do not turn, and other sweeps for those that do") {
  auto chain = boxes(6, 0.2, 9);
  for (Body& body : chain.system.bodies) body.inertia.inverse_principal.setZero();
  const StepProblem points = problem_of(chain.system, chain.state);
  GaussSeidel vector({}), rows({.forms = {.point = PointForm::rows}});
  iterate(vector, points, 4);
  iterate(rows, points, 4);
  CHECK((vector.multipliers() - rows.multipliers()).norm() < 1e-13 * vector.multipliers().norm());
  const auto turning = boxes(6, 0.2, 9);
  const StepProblem problem = problem_of(turning.system, turning.state);
  iterate(vector, problem, 1);
  iterate(rows, problem, 1);
  CHECK((vector.multipliers() - rows.multipliers()).norm() > 1e-2 * vector.multipliers().norm());
  iterate(vector, problem, 500);
  iterate(rows, problem, 500);
  CHECK(hard_error(problem, rows.poses()) < 1e-13);
  CHECK(rows.has_multipliers());
  CHECK(rows.multipliers().size() == problem.constraints.row_count());
}

TEST_CASE("A joint as a length has one multiplier along it, which is not the multiplier of the solution") {
  const auto chain = boxes(4, 0.3);
  const StepProblem problem = problem_of(chain.system, chain.state);
  for (const PointForm form : {PointForm::scalar, PointForm::vector}) {
    GaussSeidel gs({.forms = {.point = form}});
    Jacobi jacobi({.forms = {.point = form}});
    Avbd avbd({.penalty = 5, .form = form});
    for (Solver* solver : std::initializer_list<Solver*>{&gs, &jacobi, &avbd}) {
      CHECK(solver->has_multipliers() == true);
      iterate(*solver, problem, 2);
      CHECK(solver->has_multipliers() == (form == PointForm::vector));
      CHECK(solver->multipliers().size() == 9);
      const VectorX<double> L = solver->multipliers();
      problem.constraints.for_each([&](const auto& joint, Index row) {
        if (form == PointForm::vector) return;
        const auto error = joint.linearise(solver->poses()).error.eval();
        if constexpr (error.SizeAtCompileTime == 3)
          CHECK(L.segment<3>(row).cross(error).norm() < 1e-12 * L.norm() * error.norm() + 1e-18);
      });
    }
  }
}

TEST_CASE(
    "Without multipliers a joint's length pulls a body as its vector does, and it gets one multiplier") {
  const auto chain = boxes(3, 0.2);
  const StepProblem problem = problem_of(chain.system, chain.state);
  Avbd vector({.penalty = 20}), scalar({.penalty = 20, .form = PointForm::scalar});
  iterate(vector, problem, 1);
  iterate(scalar, problem, 1);
  CHECK(half_square_distance(problem, vector.poses(), scalar.poses()) < 1e-28);
  CHECK((scalar.multipliers() - vector.multipliers()).norm() < 1e-13);
  CHECK(scalar.penalties().size() == 2);
}

TEST_CASE("A joint's length holds a body whose gap is exactly zero, as its vector does") {
  const auto chain = boxes(3, 0);
  StepProblem problem = problem_of(chain.system, chain.state);
  problem.predicted[2].position.z() += 0.3;
  bool is_first = true;
  problem.constraints.for_each([&](const auto& joint, Index) {
    CHECK((joint.linearise(problem.predicted).error.norm() == 0) == std::exchange(is_first, false));
  });
  Avbd vector({.penalty = 20}), scalar({.penalty = 20, .form = PointForm::scalar});
  iterate(vector, problem, 1);
  iterate(scalar, problem, 1);
  CHECK(half_square_distance(problem, vector.poses(), scalar.poses()) < 1e-28);
}

TEST_CASE("The linear update is the textbook's block Gauss-Seidel on A of the prediction") {
  const auto chain = boxes(5, 0.3, 7);
  const StepProblem problem = problem_of(chain.system, chain.state);
  const Eigen::MatrixXd A(effective_inverse_mass(problem, problem.predicted));
  VectorX<double> c(A.rows()), L = VectorX<double>::Zero(A.rows());
  problem.constraints.for_each_linearised(
      problem.predicted, [&]<class Constraint>(const Constraint&, const auto& linear, Index row) {
        c.segment<Constraint::rows>(row) = linear.error;
      });
  const double xi = 1.2;
  GaussSeidel linear({.relaxation = xi, .update = Update::linear});
  for (int k = 1; k <= 10; ++k) {
    for (Index row = 0; row < A.rows(); row += 3) {
      const Vector3<double> residual = c.segment<3>(row) + A.middleRows(row, 3) * L;
      L.segment<3>(row) -= xi * test::solved(A.block(row, row, 3, 3), residual);
    }
    iterate(linear, problem, k);
    CHECK((linear.multipliers() - L).norm() < 1e-13 * L.norm());
  }
  // It converges to the solution of the linearised problem, not to that of the joints.
  iterate(linear, problem, 3000);
  CHECK((linear.multipliers() + test::solved(A, c)).norm() < 1e-12 * L.norm());
  CHECK(hard_error(problem, linear.poses()) > 1e-4);
}

TEST_CASE("The angle and the cosine align an axis alike, but the cosine slows down near the solution") {
  for (const double angle : {0.01, 1.0}) {
    const Hinged hinge(angle);
    const StepProblem problem = problem_of(hinge.system, hinge.state);
    GaussSeidel by_angle({}), by_cosine({.forms = {.axis = AxisForm::cosine}});
    iterate(by_angle, problem, 30);
    iterate(by_cosine, problem, 30);
    CHECK(by_angle.has_multipliers());
    CHECK_FALSE(by_cosine.has_multipliers());
    CHECK(angular_error(problem, by_angle.poses()) < 1e-6 * angle);
    CHECK(angular_error(problem, by_cosine.poses()) < 1e-3 * angle);
    CHECK(angular_error(problem, by_cosine.poses()) > angular_error(problem, by_angle.poses()));
  }
}

TEST_CASE(
    "The augmented Lagrangian's multipliers are those of the regularised system, and converge to the "
    "solution") {
  const auto straight = straight_chain({.bodies = 6, .end_mass_ratio = 4});
  const StepProblem linear = problem_of(straight.system, straight.state);
  AlmSettings settings;
  settings.penalty = 3;
  Alm alm(settings);
  iterate(alm, linear, 1);
  Eigen::MatrixXd A(effective_inverse_mass(linear, linear.predicted));
  const VectorX<double> exact = test::solved(A, VectorX<double>::Constant(5, -1));
  A.diagonal().array() += 1 / settings.penalty;
  CHECK((alm.multipliers() - test::solved(A, VectorX<double>::Constant(5, -1))).norm() < 1e-11);
  iterate(alm, linear, 200);
  CHECK((alm.multipliers() - exact).norm() < 1e-10 * exact.norm());
  auto bent = boxes(6, 0.3, 5);
  const StepProblem problem = problem_of(bent.system, bent.state, 0.5);
  const Minimum minimum = *find_minimum(problem);
  settings.penalty = 50;
  Alm crooked(settings);
  iterate(crooked, problem, 40);
  CHECK(error_of(problem, crooked.poses(), minimum) < 1e-18);
  CHECK((crooked.multipliers() - minimum.multipliers).norm() < 1e-8 * minimum.multipliers.norm());
  CHECK(crooked.iterate().diagnostics["penalty"] == 50);
  // Compliant rows converge to c + α̃ Λ = 0.
  bent.system.constraints.for_each([](auto& joint, Index) { joint.compliance = 0.01; });
  const StepProblem soft = problem_of(bent.system, bent.state, 0.5);
  iterate(crooked, soft, 40);
  CHECK(error_of(soft, crooked.poses(), *find_minimum(soft)) < 1e-18);
}
