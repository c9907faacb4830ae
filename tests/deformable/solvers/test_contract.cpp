// Tests what every solver of the registry guarantees.
#include <set>

#include "math/parallel.h"
#include "tests/support/beam_problem.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

TEST_CASE("The registry knows each solver once") {
  std::set<std::string_view> names;
  for (const SolverEntry& entry : solvers()) {
    CHECK(names.insert(entry.name).second);
    CHECK(find_solver(entry.name) == &entry);
    CHECK_FALSE(entry.summary.empty());
  }
  CHECK_FALSE(names.empty());
  CHECK(find_solver("PD") == nullptr);
  CHECK(find_solver("") == nullptr);
}

TEST_CASE("A solver takes every law, or declines all laws except strain with a reason") {
  for (const std::string_view law : material_names()) {
    BeamSettings settings;
    settings.law = law;
    settings.anchored = true;
    const Potentials<double> potentials = twisted_beam(settings).potentials;
    for (const SolverEntry& entry : solvers()) {
      INFO(entry.name << ", " << law);
      const Declines declined = entry.declines(potentials, *entry.default_settings());
      CHECK(declined.has_value() == (!entry.traits.takes_every_law && law != "strain"));
      if (!declined) continue;
      CHECK(declined->find(law) != std::string::npos);
      CHECK(declined->size() > 40);
    }
  }
}

TEST_CASE(
    "XPBD declines a law that is no sum of two squares: corotated with a negative Poisson's ratio, split") {
  const auto mesh = beam_mesh({2, 1, 1}, CellSplit::five);
  const Potentials<double> potentials = {material("corotated_linear", 1e5, -0.4)->potential(mesh)};
  XpbdSettings settings;
  const Declines declined = Xpbd<double>::declines(potentials, settings);
  REQUIRE(declined);
  CHECK_THAT(*declined, Catch::Contains("corotated_linear"));
  settings.form = ConstraintForm::combined;
  CHECK_FALSE(Xpbd<double>::declines(potentials, settings));
}

TEST_CASE("A step begins at the inertial positions and each iteration moves them") {
  BeamSettings settings;
  settings.law = any_law();
  settings.anchored = true;
  IncrementalPotential<double> problem = twisted_beam(settings);
  problem.inertial_positions = jittered(problem.inertial_positions, 1e-3, 5);
  for (const SolverEntry& entry : solvers()) {
    if (!takes(entry, problem.potentials)) continue;
    INFO(entry.name);
    const auto solver = registered_solver(entry.name);
    REQUIRE_FALSE(solver->begin_step(problem));
    CHECK(solver->positions() == problem.inertial_positions);
    for (int iteration = 0; iteration < 3; ++iteration) {
      const Positions<double> before = solver->positions();
      CHECK_FALSE(solver->iterate().stop);
      CHECK(solver->positions().allFinite());
      CHECK(distance(solver->positions(), before) > 1e-6);
    }
  }
}

TEST_CASE("One and two threads give the same bits") {
  BeamSettings settings;
  settings.cells = {16, 4, 4};  // 1280 tets, 425 vertices: several chunks of tets
  settings.law = any_law();
  settings.anchored = true;
  const IncrementalPotential<double> problem = twisted_beam(settings);
  const auto precision = GENERATE(Precision::double_precision, Precision::single_precision);
  for (const SolverEntry& entry : solvers()) {
    if (!takes(entry, problem.potentials)) continue;
    INFO(entry.name);
    const Positions<double> one = run(*registered_solver(entry.name, precision), problem, 3);
    const ThreadScope threads(2);
    const Positions<double> two = run(*registered_solver(entry.name, precision), problem, 3);
    REQUIRE(distance(one, problem.inertial_positions) > 1e-3);
    CHECK(one == two);
  }
}

TEST_CASE("Beginning a step again forgets the last one") {
  BeamSettings settings;
  settings.law = any_law();
  settings.anchored = true;
  const IncrementalPotential<double> problem = twisted_beam(settings);
  settings.time_step = 1e-3;
  settings.cells = {4, 1, 1};
  const IncrementalPotential<double> other = twisted_beam(settings);
  for (const SolverEntry& entry : solvers()) {
    if (!takes(entry, problem.potentials)) continue;
    INFO(entry.name);
    const auto solver = registered_solver(entry.name);
    const Positions<double> first = run(*solver, problem, 8);
    REQUIRE(distance(first, problem.inertial_positions) > 1e-3);
    CHECK(run(*solver, problem, 8) == first);
    run(*solver, other, 8);
    CHECK(run(*solver, problem, 8) == first);
  }
}

TEST_CASE("Single precision agrees with double to float accuracy where the system is well conditioned") {
  BeamSettings settings;
  settings.law = any_law();
  settings.stiffness = 1e5;  // k h² = 10 N/m
  settings.anchored = GENERATE(false, true);
  const IncrementalPotential<double> problem = twisted_beam(settings);
  for (const SolverEntry& entry : solvers()) {
    if (!takes(entry, problem.potentials) || !entry.traits.is_stable) continue;
    INFO(entry.name);
    const auto solver = registered_solver(entry.name, Precision::single_precision);
    REQUIRE_FALSE(solver->begin_step(problem));
    const Positions<float> rounded = problem.inertial_positions.cast<float>();
    CHECK(solver->positions() == rounded.cast<double>());
    const Positions<double> exact = run(*registered_solver(entry.name), problem, 5);
    const double difference = distance(run(*solver, problem, 5), exact);
    REQUIRE(distance(exact, problem.inertial_positions) > 1e-3);
    // A float holds positions of 1 m to 6e-8, an error that the solves and the line search enlarge. Measured:
    // 3e-6, and 3e-5 for newton, whose matrix also changes with rounding.
    CHECK(difference < 1e-4);
    CHECK(difference > 0);  // the solver did compute in float
  }
}

TEST_CASE("A solver that factorises says when its matrix is not positive definite") {
  const IncrementalPotential<double> problem = twisted_beam({});
  for (const SolverEntry& entry : solvers()) {
    if (!takes(entry, problem.potentials)) continue;
    INFO(entry.name);
    const auto solver = registered_solver(entry.name);
    REQUIRE_FALSE(solver->begin_step(problem));
    solver->iterate();
    if (solver->elimination_order().empty()) continue;
    // Matrices have masses or their inverses on the diagonal, so one of these makes each matrix indefinite.
    bool failed = false;
    for (const double mass : {-1e12, -1e-12}) {
      IncrementalPotential<double> indefinite = problem;
      indefinite.masses[3] = mass;
      if (const std::optional<Failure> failure = solver->begin_step(indefinite)) {
        failed = true;
        CHECK(failure->status == Status::not_spd);
        CHECK(failure->reason.find("positive definite") != std::string::npos);
      } else {
        failed |= solver->iterate().stop == Status::not_spd;
      }
    }
    CHECK(failed);
  }
}
