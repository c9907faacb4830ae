// JGS2 without cubature by its relation to Newton's method.
#include "deformable/referee/minimum.h"
#include "deformable/solvers/jgs2.h"
#include "deformable/solvers/newton.h"
#include "tests/support/beam_problem.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

namespace {

IncrementalPotential<double> beam(const std::string& law, double degrees) {
  BeamSettings settings;
  settings.law = law;
  settings.cells = {4, 2, 2};
  settings.stiffness = 1e6;
  settings.twist_degrees = degrees;
  settings.anchored = true;
  return twisted_beam(settings);
}

Jgs2<double> with(Jgs2Bases bases) {
  Jgs2Settings settings;
  settings.bases = bases;
  return Jgs2<double>(settings);
}

}  // namespace

TEST_CASE("With the Hessian of the iterate an iteration of JGS2 is Newton's full step") {
  const IncrementalPotential<double> problem = beam(GENERATE("strain", "stable_neo_hookean"), 45);
  NewtonSettings settings;
  settings.line_search = LineSearch::none;
  Newton<double> newton(settings);
  const Positions<double> expected = run(newton, problem, 1);
  REQUIRE(distance(expected, problem.inertial_positions) > 1e-3);
  auto jgs2 = with(Jgs2Bases::start);
  CHECK(distance(run(jgs2, problem, 1), expected) < 1e-11);
}

TEST_CASE("JGS2 ends in Newton's minimum near the rest shape, and in few iterations") {
  const IncrementalPotential<double> problem = beam("strain", 10);
  const Minimum minimum = minimise(problem);
  const double start = problem.objective(problem.inertial_positions);
  auto jgs2 = with(Jgs2Bases::rest);
  const auto error = [&](int iterations) {
    return (problem.objective(run(jgs2, problem, iterations)) - minimum.objective) /
           (start - minimum.objective);
  };
  CHECK(error(10) < 1e-3);
  // The rate is linear: Newton's would square the error.
  for (const int k : {4, 5}) CHECK(error(k + 1) > std::pow(error(k), 1.5));
  CHECK(distance(run(jgs2, problem, 200), minimum.positions) < 1e-9);
}

TEST_CASE("JGS2 declines large bodies with their number of vertices and a way out") {
  Jgs2Settings settings;
  settings.vertex_limit = 100;
  CHECK_FALSE(Jgs2<double>::declines_size(100, settings));
  const Declines declined = Jgs2<double>::declines_size(3000, settings);
  REQUIRE(declined);
  CHECK_THAT(*declined, Catch::Contains("3000 vertices") && Catch::Contains("solvers.jgs2.vertex_limit"));
}
