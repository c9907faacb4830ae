// Tests the rule of ADMM's automatic weight, and that with it ADMM converges like with the best fixed
// weights, at a similar cost.
#include "deformable/energy/prox.h"
#include "deformable/solvers/kernels/constraint_sweep.h"
#include "deformable/solvers/kernels/local_step.h"
#include "tests/support/beam_problem.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

namespace {

// Iterations until the objective has covered all but 1e-6 of the way from its start to its minimum; `limit`
// if it never does.
int iterations_to_minimum(Solver<double>& solver, const IncrementalPotential<double>& problem, double minimum,
                          int limit) {
  const double start = problem.objective(problem.inertial_positions);
  REQUIRE_FALSE(solver.begin_step(problem));
  for (int iteration = 1; iteration < limit; ++iteration) {
    REQUIRE_FALSE(solver.iterate().stop);
    if (problem.objective(solver.positions()) - minimum <= 1e-6 * (start - minimum)) return iteration;
  }
  return limit;
}

Admm<double> automatic() {
  AdmmSettings settings;
  settings.weight = AutomaticFactor();
  return Admm<double>(settings);
}

}  // namespace

TEST_CASE("The automatic weight follows its formula") {
  AutomaticWeight weight;
  CHECK(weight.factor(0) == 1);  // no move is recorded yet
  double move = 1;
  for (int iteration = 1; iteration <= AutomaticWeight::period; ++iteration) {
    CHECK_FALSE((weight.is_due() && iteration > 1));
    weight.record_move(move);
    move *= 0.9;
  }
  CHECK(weight.is_due());
  CHECK(weight.factor(0) == Approx(std::pow(0.1 / 0.9, 0.25)).epsilon(1e-12));
  CHECK(weight.factor(-0.5) == weight.factor(0));  // stretched tets put no bound on c
  CHECK(weight.factor(0.3) == Approx(std::sqrt(2.2 * 0.3)).epsilon(1e-12));
  CHECK(weight.factor(std::numeric_limits<double>::infinity()) == 1);
}

TEST_CASE("ADMM with the automatic weight converges within a small factor of the best fixed weight") {
  const auto [time_step, stiffness] =
      GENERATE(std::pair(1e-2, 1e6), std::pair(1e-2, 1e8), std::pair(1e-1, 1e8), std::pair(1e-3, 1e7));
  BeamSettings settings;
  settings.time_step = time_step;
  settings.stiffness = stiffness;
  settings.anchored = GENERATE(false, true);
  const IncrementalPotential<double> problem = twisted_beam(settings);
  // Fixed weights may end in another minimum than Newton; compares with the lowest one that c = 1 and "auto"
  // find.
  constexpr int limit = 3000;
  Admm<double> one = admm(1);
  const double minimum = problem.objective(run(one, problem, limit));
  int best = limit;
  for (const double factor : {0.2, 0.3, 0.5, 0.7, 1.0}) {
    Admm<double> fixed = admm(factor);
    best = std::min(best, iterations_to_minimum(fixed, problem, minimum, limit));
  }
  Admm<double> solver = automatic();
  const int ours = iterations_to_minimum(solver, problem, minimum, limit);
  INFO("h = " << time_step << ", k = " << stiffness << ": auto " << ours << ", best fixed " << best);
  REQUIRE(best < limit);
  CHECK(ours <= 4 * best + 2 * AutomaticWeight::period);
}

TEST_CASE("A change of the weight keeps the dual variable: the limit stays a fixed point") {
  BeamSettings settings;
  settings.stiffness = 1e6;
  const IncrementalPotential<double> problem = twisted_beam(settings);
  Admm<double> fixed = admm(1), changing = automatic();
  const Positions<double> a = run(fixed, problem, 800), b = run(changing, problem, 800);
  REQUIRE(distance(a, problem.inertial_positions) > 1e-3);
  CHECK(distance(a, b) < 1e-8);
}

// The limit alone does not show an error, because ADMM converges to it from any dual variable.
TEST_CASE("The iteration after a change of the weight continues from the unchanged dual variable") {
  BeamSettings settings;
  settings.stiffness = 1e6;
  const IncrementalPotential<double> problem = twisted_beam(settings);
  REQUIRE(problem.potentials.size() == 1);
  const Potential<double>& tets = *problem.potentials.front();
  Admm<double> solver = automatic();
  REQUIRE_FALSE(solver.begin_step(problem));

  Positions<double> q = problem.inertial_positions;
  Reduced<double> z = Reduced<double>::Zero(tets.element_count(), 9), u = z, dual = z;  // dual: λ = W² ū [J]
  for (int iteration = 1; iteration <= AutomaticWeight::period + 1; ++iteration) {
    const double c = *solver.iterate().diagnostics["weight_factor"];
    REQUIRE((c == 1) == (iteration <= AutomaticWeight::period));
    const VectorX<double> squared_weights = c * c * tets.stiffnesses();
    u = squared_weights.cwiseInverse().asDiagonal() * dual;
    Positions<double> right_hand_side = problem.inertial_positions * problem.inertia_weights().asDiagonal();
    local_step(tets, squared_weights, {}, q, z, u, right_hand_side);
    dual = squared_weights.asDiagonal() * u;
    const Eigen::SimplicialLDLT<SparseMatrix<double>> system(problem.system_matrix({{squared_weights}}));
    q = system.solve(right_hand_side.transpose()).transpose();
  }
  CHECK(distance(solver.positions(), q) < 1e-10);
}
