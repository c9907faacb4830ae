// Iterates on two chains, compared with the numbers of an independent program. The expected values have all
// digits that it printed.
#include <catch2/catch.hpp>
#include <map>

#include "rigid/problem/objective.h"
#include "rigid/referee/minimum.h"
#include "rigid/solvers/avbd.h"
#include "rigid/solvers/gauss_seidel.h"
#include "rigid/solvers/jacobi.h"
#include "tests/rigid/chains.h"
#include "tests/rigid/stepping.h"

using namespace simbench;
using namespace simbench::rigid;

namespace {

// Ten boxes on a wavy line with various orientations.
World bent_chain() {
  Poses poses;
  for (int k = 0; k < 10; ++k) {
    Pose pose;
    pose.position << k + 0.5, 0, 0;
    pose.position += 0.02 * Vector3<double>(std::sin(1.7 * k), std::cos(2.3 * k), std::sin(0.9 * k + 1));
    pose.orientation = exponential(0.1 * Vector3<double>(std::sin(k), std::cos(1.3 * k), std::sin(2.1 * k)));
    poses.push_back(pose);
  }
  return jointed_boxes({1, 0.2, 0.2}, 1, 1, poses);
}

struct History {
  std::map<int, double> error, relative_error;
};

History history(Solver& solver, const StepProblem& problem, const Minimum& minimum) {
  History result;
  solver.begin_step(problem);
  const double first = hard_error(problem, problem.predicted);
  const double start = half_square_distance(problem, problem.predicted, minimum.poses);
  for (int k = 1; k <= 50; ++k) {
    REQUIRE_FALSE(solver.iterate().stop);
    result.error[k] = hard_error(problem, solver.poses()) / first;
    result.relative_error[k] = half_square_distance(problem, solver.poses(), minimum.poses) / start;
  }
  return result;
}

void check(const std::map<int, double>& found, const std::map<int, double>& known, double digits) {
  for (const auto& [k, value] : known) {
    INFO(k);
    CHECK(std::abs(found.at(k) / value - 1) < digits);
  }
}

}  // namespace

TEST_CASE("The straight chain of ten bodies has the known solution") {
  const StepProblem problem = problem_of(straight_chain({}));
  const auto minimum = find_minimum(problem);
  REQUIRE(minimum);
  CHECK(std::abs(minimum->objective - 41.25) < 1e-11);
  VectorX<double> multipliers(9);
  multipliers << 4.5, 8, 10.5, 12, 12.5, 12, 10.5, 8, 4.5;
  CHECK((minimum->multipliers + multipliers).norm() < 1e-11);
}

TEST_CASE("Gauss-Seidel, Jacobi and over-relaxation have the known history on the straight chain") {
  const StepProblem problem = problem_of(straight_chain({}));
  const Minimum minimum = *find_minimum(problem);
  GaussSeidel gs({});
  Jacobi jacobi({});
  GaussSeidel sor({.relaxation = 1.5278640450});
  const History of_gs = history(gs, problem, minimum), of_jacobi = history(jacobi, problem, minimum),
                of_sor = history(sor, problem, minimum);
  check(of_gs.error,
        {{1, .8873955846},
         {2, .7981011426},
         {5, .6027441444},
         {10, .3768141478},
         {20, .1396970341},
         {50, .006883013886}},
        1e-9);
  check(of_jacobi.error,
        {{1, .9128709292},
         {2, .8579691784},
         {5, .7328774625},
         {10, .570010124},
         {20, .345099512},
         {50, .07658330619}},
        1e-9);
  check(of_sor.error,
        {{1, 1.099472204}, {2, .8772361514}, {5, .4320814692}, {10, .03990678199}, {20, 1.469546027e-4}},
        1e-8);
  check(of_gs.relative_error,
        {{1, .8221275561},
         {2, .6797441887},
         {5, .3848931851},
         {10, .1454388744},
         {20, .01971932954},
         {50, 4.784293274e-5}},
        1e-9);
  check(of_jacobi.relative_error,
        {{1, .896969697},
         {2, .8090909091},
         {5, .5977746212},
         {10, .3618760542},
         {20, .132643515},
         {50, .006532291471}},
        1e-9);
  check(of_sor.relative_error,
        {{1, .6476130009}, {2, .4078922611}, {5, .07597380582}, {10, 5.640612878e-4}, {20, 6.475951911e-9}},
        1e-7);
}

TEST_CASE("Solvers have the known history on the bent chain") {
  const StepProblem problem = problem_of(bent_chain());
  CHECK(hard_error(problem, problem.predicted) == Approx(.2480635272).epsilon(1e-9));
  const auto minimum = find_minimum(problem);
  REQUIRE(minimum);
  CHECK(minimum->objective == Approx(.004973997803).epsilon(1e-9));
  CHECK(optimal_relaxation(problem) == Approx(1.46954005).epsilon(1e-8));
  GaussSeidel gs({}), scalar({.forms = {.point = PointForm::scalar}});
  const History vector = history(gs, problem, *minimum), of_scalar = history(scalar, problem, *minimum);
  Jacobi jacobi({});
  const History of_jacobi = history(jacobi, problem, *minimum);
  GaussSeidel sor({.relaxation = 1.46954005});
  const History of_sor = history(sor, problem, *minimum);
  Avbd avbd({.penalty = 2});
  const History of_avbd = history(avbd, problem, *minimum);
  const double digits = 1e-5;
  check(vector.error, {{1, .239268}, {2, .0701542}, {5, .00992673}, {10, .00497409}, {20, .00182711}},
        digits);
  check(vector.relative_error, {{1, .0871699}, {2, .0183411}, {5, .00428921}}, digits);
  check(of_scalar.error, {{1, .280097}, {2, .136730}, {5, .0282555}, {10, .0130713}, {20, .00644323}},
        digits);
  check(of_scalar.relative_error, {{1, .139428}, {2, .0404129}, {5, .00646522}}, digits);
  check(of_jacobi.error, {{1, .231000}, {2, .0764491}, {5, .0188586}, {10, .0123094}, {20, .00699252}},
        digits);
  check(of_jacobi.relative_error, {{1, .0732594}, {2, .0172180}, {5, .0058766}}, digits);
  check(of_sor.error, {{1, .519888}, {2, .287732}, {5, .0490864}, {10, .00274578}, {20, 4.50917e-5}}, digits);
  check(of_sor.relative_error, {{1, .297864}, {2, .100592}, {5, .00790808}}, digits);
  check(of_avbd.error, {{1, .116654}, {2, .0645695}, {5, .0310453}, {10, .00454071}, {20, 7.56333e-4}},
        digits);
  check(of_avbd.relative_error, {{1, .635813}, {2, .358016}, {5, .071474}}, digits);
}
