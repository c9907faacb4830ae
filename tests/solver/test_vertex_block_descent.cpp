#include "solver/minimum.h"
#include "solver/vertex_block_descent.h"
#include "tests/support/beam_problem.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

TEST_CASE("Vertex Block Descent never rises and ends in Newton's minimum") {
  BeamSettings settings;
  settings.law = GENERATE("strain", "stable_neo_hookean");
  settings.cells = {4, 2, 2};
  settings.stiffness = 1e6;
  settings.twist_degrees = 45;
  settings.anchored = GENERATE(false, true);
  CAPTURE(settings.law, settings.anchored);
  const ImplicitEulerProblem<double> problem = twisted_beam(settings);
  VertexBlockDescent<double> solver({});
  REQUIRE_FALSE(solver.begin_step(problem));
  const double start = problem.objective(solver.positions());
  double last = start;
  for (int iteration = 0; iteration < 1000; ++iteration) {
    REQUIRE_FALSE(solver.iterate().stop);
    const double objective = problem.objective(solver.positions());
    REQUIRE(objective <= last + 1e-13 * start);
    last = objective;
  }
  const Minimum minimum = minimise(problem);
  CHECK(distance(solver.positions(), minimum.positions) < 1e-9);
}

TEST_CASE("Vertices that see only an inertia and an anchor are there after one iteration") {
  BeamSettings settings;
  settings.cells = {2, 1, 1};
  settings.anchored = true;
  ImplicitEulerProblem<double> problem = twisted_beam(settings);
  problem.terms.erase(problem.terms.begin());
  VertexBlockDescent<double> solver({});
  CHECK(distance(run(solver, problem, 1), minimise(problem).positions) < 1e-13);
}
