// JGS2 and Coordinate Condensation without cubature, by their relation to Newton's method and to each other.
#include "deformable/referee/minimum.h"
#include "deformable/solvers/coordinate_condensation.h"
#include "deformable/solvers/jgs2.h"
#include "deformable/solvers/newton.h"
#include "tests/support/beam_problem.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

namespace {

IncrementalPotential<double> beam(const std::string& law, double degrees, double stiffness = 1e6) {
  BeamSettings settings;
  settings.law = law;
  settings.cells = {4, 2, 2};
  settings.stiffness = stiffness;
  settings.twist_degrees = degrees;
  settings.anchored = true;
  return twisted_beam(settings);
}

template <template <class> class S>
S<double> with(ResponseState bases) {
  typename S<double>::Settings settings;
  settings.bases = bases;
  return S<double>(settings);
}

// The relative error of f after this many iterations with the bases of the rest shape.
template <template <class> class S>
double error_after(const IncrementalPotential<double>& problem, const Minimum& minimum, int iterations) {
  auto solver = with<S>(ResponseState::rest);
  const double start = problem.objective(problem.inertial_positions);
  return (problem.objective(run(solver, problem, iterations)) - minimum.objective) /
         (start - minimum.objective);
}

}  // namespace

TEMPLATE_TEST_CASE("With the Hessian of the iterate each vertex moves by its part of Newton's full step", "",
                   Jgs2<double>, CoordinateCondensation<double>) {
  const IncrementalPotential<double> problem = beam(GENERATE("strain", "stable_neo_hookean"), 45);
  NewtonSettings newton_settings;
  newton_settings.line_search = LineSearch::none;
  Newton<double> newton(newton_settings);
  const Positions<double> expected = run(newton, problem, 1);
  REQUIRE(distance(expected, problem.inertial_positions) > 1e-3);
  typename TestType::Settings settings;
  settings.bases = ResponseState::start;
  TestType solver(settings);
  CHECK(distance(run(solver, problem, 1), expected) < 1e-11);
}

TEST_CASE("JGS2 ends in Newton's minimum near the rest shape, and in few iterations") {
  const IncrementalPotential<double> problem = beam("strain", 10);
  const Minimum minimum = minimise(problem);
  CHECK(error_after<Jgs2>(problem, minimum, 10) < 1e-3);
  // The rate is linear: Newton's would square the error.
  for (const int k : {4, 5}) {
    CHECK(error_after<Jgs2>(problem, minimum, k + 1) > std::pow(error_after<Jgs2>(problem, minimum, k), 1.5));
  }
  auto jgs2 = with<Jgs2>(ResponseState::rest);
  CHECK(distance(run(jgs2, problem, 200), minimum.positions) < 1e-9);
}

TEST_CASE("Coordinate Condensation ends in Newton's minimum near the rest shape") {
  const IncrementalPotential<double> problem = beam("strain", 10);
  auto solver = with<CoordinateCondensation>(ResponseState::rest);
  CHECK(distance(run(solver, problem, 200), minimise(problem).positions) < 1e-9);
}

TEST_CASE("Far from the rest shape of a stiff body, condensed moves are less damped than those of JGS2") {
  const IncrementalPotential<double> problem = beam("strain", 90, 1e8);
  const Minimum minimum = minimise(problem);
  for (const int iterations : {1, 5}) {
    CHECK(error_after<CoordinateCondensation>(problem, minimum, iterations) <
          error_after<Jgs2>(problem, minimum, iterations));
  }
}

TEST_CASE("Solvers with dense responses decline large bodies with their number of vertices and a way out") {
  ResponseSettings settings;
  settings.vertex_limit = 100;
  CHECK_FALSE(CoordinateCondensation<double>::declines_size(100, settings));
  const Declines declined = CoordinateCondensation<double>::declines_size(3000, settings);
  REQUIRE(declined);
  CHECK_THAT(*declined, Catch::Contains("3000 vertices") &&
                            Catch::Contains("solvers.coordinate_condensation.vertex_limit"));
}
