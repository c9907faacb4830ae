// Tests vertices that are held exactly, in all solvers, against dense elimination, stiff springs and the
// envelope theorem.
#include "deformable/energy/anchor_potential.h"
#include "deformable/problem/derivative_test.h"
#include "deformable/referee/minimum.h"
#include "tests/support/beam_problem.h"
#include "tests/support/dense.h"
#include "tests/support/random.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

namespace {

// The end faces of a twisted beam, which hold() turns further.
struct Ends {
  std::vector<int> vertices;
  Positions<double> targets;
};

struct HeldBeam {
  IncrementalPotential<double> free;  // the problem without held vertices
  Ends ends;

  explicit HeldBeam(const std::string& law = "strain") {
    BeamSettings settings;
    settings.law = law;
    settings.stiffness = 1e6;
    free = twisted_beam(settings);
    ends.vertices = end_vertices(*free.mesh);
    ends.targets = twisted(*free.mesh, settings.twist_degrees + 5)(Eigen::all, ends.vertices);
  }
  IncrementalPotential<double> hard() const {
    IncrementalPotential<double> problem = free;
    problem.hold(ends.vertices, ends.targets);
    return problem;
  }
  IncrementalPotential<double> soft(double stiffness) const {
    IncrementalPotential<double> problem = free;
    problem.potentials.push_back(anchor_potential(ends.vertices, ends.targets, stiffness));
    return problem;
  }
};

std::vector<int> free_vertices(const IncrementalPotential<double>& problem) {
  std::vector<int> result;
  for (int vertex = 0; vertex < problem.vertex_count(); ++vertex) {
    if (!problem.is_held(vertex)) result.push_back(vertex);
  }
  return result;
}

}  // namespace

TEST_CASE("Every solver keeps held vertices at their targets and moves the others") {
  const HeldBeam beam(any_law());
  const IncrementalPotential<double> problem = beam.hard();
  const auto precision = GENERATE(Precision::double_precision, Precision::single_precision);
  for (const SolverEntry& entry : solvers()) {
    if (!takes(entry, problem.potentials)) continue;
    INFO(entry.name);
    const auto solver = registered_solver(entry.name, precision);
    REQUIRE_FALSE(solver->begin_step(problem));
    const Positions<double> start = solver->positions();
    for (int iteration = 0; iteration < 5; ++iteration) {
      REQUIRE_FALSE(solver->iterate().stop);
      CHECK(solver->positions()(Eigen::all, beam.ends.vertices) == start(Eigen::all, beam.ends.vertices));
    }
    CHECK(distance(solver->positions(), start) > 1e-3);
    CHECK(solver->positions().allFinite());
  }
}

TEST_CASE("A step after others of the same body has the bits of a new solver, whatever is held") {
  const HeldBeam beam(any_law());
  IncrementalPotential<double> softer = beam.soft(1e4);
  softer.hold({0}, softer.inertial_positions.leftCols(1));
  const std::vector<IncrementalPotential<double>> steps = {beam.hard(), beam.free, beam.soft(1e5), softer,
                                                           beam.hard()};
  for (const SolverEntry& entry : solvers()) {
    if (!takes(entry, beam.soft(1e5).potentials)) continue;
    INFO(entry.name);
    const auto solver = registered_solver(entry.name);
    for (const IncrementalPotential<double>& step : steps)
      CHECK(run(*solver, step, 2) == run(*registered_solver(entry.name), step, 2));
  }
}

TEST_CASE("PD with held vertices solves the system without their rows and columns") {
  const IncrementalPotential<double> problem = HeldBeam().hard();
  const std::vector<int> inner = free_vertices(problem);
  const Eigen::MatrixXd S = problem.stiffness_matrix();
  Positions<double> expected = problem.inertial_positions, gradient(3, problem.vertex_count());
  for (const GlobalStep global_step : {GlobalStep::positions, GlobalStep::increment}) {
    ProjectiveDynamics<double> pd = projective_dynamics(global_step);
    REQUIRE_FALSE(pd.begin_step(problem));
    expected = problem.inertial_positions;
    for (int iteration = 0; iteration < 10; ++iteration) {
      const double before = problem.objective(expected);
      problem.objective_and_gradient(expected, gradient);
      const Eigen::MatrixXd step = solved(S(inner, inner), gradient(Eigen::all, inner).transpose());
      expected(Eigen::all, inner) -= step.transpose();
      pd.iterate();
      CHECK(distance(pd.positions(), expected) < 1e-12);
      CHECK(problem.objective(pd.positions()) < before);
    }
  }
}

TEST_CASE("The hard minimum is the limit of springs: f* and violation follow the envelope theorem") {
  // f*_hard − f*_soft(k_s) = ‖r‖²/(2 k_s) + O(k_s⁻²) and ‖q_a − a‖ = ‖r‖/k_s + … with r = ∂f/∂q_a at the hard
  // minimum. Both include the inertia of held vertices.
  const HeldBeam beam(GENERATE("strain", "stable_neo_hookean"));
  const IncrementalPotential<double> hard = beam.hard();
  const Minimum minimum = minimise(hard);
  REQUIRE(minimum.found());
  Positions<double> gradient(3, hard.vertex_count());
  const double hard_objective = beam.free.objective_and_gradient(minimum.positions, gradient);
  const double reaction = gradient(Eigen::all, beam.ends.vertices).norm();
  CHECK(gradient(Eigen::all, free_vertices(hard)).norm() < 1e-8 * reaction);

  double last_error = 1;
  for (const double stiffness : {1e7, 1e8, 1e9}) {
    const Minimum soft = minimise(beam.soft(stiffness));
    REQUIRE(soft.found());
    const double expected = reaction * reaction / (2 * stiffness);
    const double error = std::abs((hard_objective - soft.objective) / expected - 1);
    CHECK(error < last_error / 5);  // first order in 1/k_s gives a tenth
    last_error = error;
    const double violation = (soft.positions(Eigen::all, beam.ends.vertices) - beam.ends.targets).norm();
    CHECK(violation == Approx(reaction / stiffness).epsilon(3e6 / stiffness));
  }
  CHECK(last_error < 1e-2);
}

TEST_CASE("Solvers that minimise find the hard minimum") {
  const IncrementalPotential<double> problem = HeldBeam().hard();
  const Minimum minimum = minimise(problem);
  REQUIRE(minimum.found());
  for (const SolverEntry& entry : minimising_solvers()) {
    INFO(entry.name);
    const auto solver = registered_solver(entry.name);
    const Positions<double> found = run_to(*solver, problem, minimum.positions, 1e-7, 2000);
    CHECK(distance(found, minimum.positions) < 1e-6);
  }
}

TEST_CASE("ADMM's indicator holds vertices only in the limit, which is the limit of elimination") {
  const IncrementalPotential<double> problem = HeldBeam().hard();
  const Minimum minimum = minimise(problem);
  const auto away = [&](const Positions<double>& positions) {
    return (positions - problem.inertial_positions)(Eigen::all, problem.held_vertices).norm();
  };
  AdmmSettings settings;
  settings.weight = FixedFactor{1};
  settings.held_by = HeldBy::indicator;
  for (const std::optional<double> weight :
       {std::optional<double>(), std::optional(30.0), std::optional(1e4)}) {
    settings.held_weight = weight;
    Admm<double> solver(settings);
    CHECK(away(run(solver, problem, 3)) > 1e-9);
    const Positions<double> limit = run(solver, problem, 20000);
    CHECK(away(limit) < 1e-10);
    CHECK(distance(limit, minimum.positions) < 1e-7);
  }
}

TEST_CASE("The weight of anchors changes ADMM's iterates and not its limit") {
  const IncrementalPotential<double> problem = HeldBeam().soft(1e8);
  AdmmSettings settings;
  settings.weight = FixedFactor{1};
  Admm<double> by_stiffness(settings);
  settings.anchor_weight = 1e4;  // its square is the stiffness
  Admm<double> same(settings);
  settings.anchor_weight = 1e3;
  Admm<double> lighter(settings);
  const Positions<double> iterate = run(by_stiffness, problem, 5);
  CHECK(run(same, problem, 5) == iterate);
  CHECK(distance(run(lighter, problem, 5), iterate) > 1e-4);
  CHECK(distance(run(lighter, problem, 5000), run(by_stiffness, problem, 5000)) < 1e-8);
}

TEST_CASE("Derivatives of a problem with held vertices equal those by its free vertices") {
  const IncrementalPotential<double> problem = HeldBeam("stable_neo_hookean").hard();
  for (const DerivativeTest& test : test_derivatives(problem, problem.inertial_positions, 1e-3)) {
    INFO(test.term << " " << test.derivative << ": slope " << test.slope);
    CHECK(test.passed());
  }
}
