// Tests that the methods whose iterations are timed against one another do not allocate in them. So they do
// not factorise in them either, because a factorisation allocates.
#include "tests/support/beam_problem.h"
#include "tests/support/counting_malloc.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

TEST_CASE("Allocations are counted, also Eigen's") {
  if (!SIMBENCH_CAN_COUNT_ALLOCATIONS) {
    WARN("skipped: a sanitizer replaces malloc");
    return;
  }
  void* volatile memory = nullptr;
  CHECK(allocations_of([&] {
          memory = std::malloc(10);
          memory = std::realloc(memory, 20);
          std::free(memory);
          memory = std::calloc(2, 5);
          std::free(memory);
          memory = std::aligned_alloc(64, 64);
          std::free(memory);
        }) == 4);
  CHECK(allocations_of([] { Eigen::VectorXd vector = Eigen::VectorXd::Ones(100); }) == 1);
  CHECK(allocations_of([] { std::vector<double> vector(100); }) == 1);
  CHECK(allocations_of([] {}) == 0);
}

TEST_CASE("Iterations allocate nothing") {
  if (!SIMBENCH_CAN_COUNT_ALLOCATIONS) {
    WARN("skipped: a sanitizer replaces malloc");
    return;
  }
  BeamSettings settings;
  settings.law = any_law();
  settings.anchored = GENERATE(false, true);
  const IncrementalPotential<double> problem = twisted_beam(settings);
  const auto precision = GENERATE(Precision::double_precision, Precision::single_precision);
  for (const SolverEntry& entry : solvers()) {
    if (!takes(entry, problem.potentials) || !entry.traits.has_constant_matrix) continue;
    INFO(entry.name << ", " << settings.law << ", anchored " << settings.anchored);
    const auto solver = registered_solver(entry.name, precision);
    REQUIRE_FALSE(solver->begin_step(problem));
    int count = 0;  // up to 8; a solver that has converged tests its gradient, which allocates
    while (count < 8 && !solver->iterate().stop) ++count;
    REQUIRE_FALSE(solver->begin_step(problem));
    // The loop begins at the first iteration and fills L-BFGS's history of 5.
    CHECK(allocations_of([&] {
            for (int iteration = 0; iteration < count; ++iteration) solver->iterate();
          }) == 0);
    CHECK(allocations_of([&] { solver->begin_step(problem); }) > 0);
  }
}

TEST_CASE("PD's increment allocates nothing") {
  if (!SIMBENCH_CAN_COUNT_ALLOCATIONS) {
    WARN("skipped: a sanitizer replaces malloc");
    return;
  }
  const IncrementalPotential<double> problem = twisted_beam({});
  ProjectiveDynamics<double> pd = projective_dynamics(GlobalStep::increment);
  REQUIRE_FALSE(pd.begin_step(problem));
  CHECK(allocations_of([&] { pd.iterate(); }) == 0);
}

TEST_CASE("Conjugate gradients, and the other first matrices of L-BFGS, allocate nothing") {
  if (!SIMBENCH_CAN_COUNT_ALLOCATIONS) {
    WARN("skipped: a sanitizer replaces malloc");
    return;
  }
  const IncrementalPotential<double> problem = twisted_beam({});
  QuasiNewtonSettings settings;
  settings.linear_solver.method = GENERATE(LinearMethod::supernodal, LinearMethod::conjugate_gradients);
  settings.initial_matrix = GENERATE(DescentMetric::stiffness, DescentMetric::mass, DescentMetric::hessian);
  QuasiNewton<double> solver(settings);
  REQUIRE_FALSE(solver.begin_step(problem));
  CHECK(allocations_of([&] {
          for (int iteration = 0; iteration < 8; ++iteration) solver.iterate();
        }) == 0);
}

TEST_CASE("L-BFGS allocates nothing in any of its variants") {
  if (!SIMBENCH_CAN_COUNT_ALLOCATIONS) {
    WARN("skipped: a sanitizer replaces malloc");
    return;
  }
  BeamSettings settings;
  settings.law = GENERATE("strain", "stable_neo_hookean");
  const IncrementalPotential<double> problem = twisted_beam(settings);
  const auto precision = GENERATE(Precision::double_precision, Precision::single_precision);
  for (const QuasiNewtonSettings& variant : quasi_newton_variants()) {
    INFO(text_of(variant) << ", " << settings.law);
    const auto solver = find_solver("qn")->make(variant, precision);
    REQUIRE_FALSE(solver->begin_step(problem));
    CHECK(allocations_of([&] {
            for (int iteration = 0; iteration < 8; ++iteration) solver->iterate();
          }) == 0);
  }
}
