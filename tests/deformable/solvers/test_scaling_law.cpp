// Tests that from rest and without external forces the iterates depend on (h, k) only through k h².
#include "tests/support/beam_problem.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

namespace {

Positions<double> solved(const std::string& name, BeamSettings settings, double time_step, double stiffness,
                         int iterations) {
  settings.time_step = time_step;
  settings.stiffness = stiffness;
  const IncrementalPotential<double> problem = twisted_beam(settings);
  if (name == "pd, increment") {
    ProjectiveDynamics<double> solver = projective_dynamics(GlobalStep::increment);
    return run(solver, problem, iterations);
  }
  return run(*registered_solver(name), problem, iterations);
}

}  // namespace

TEST_CASE("Halving the time step and taking four times the stiffness changes no bit of the positions") {
  BeamSettings settings;
  settings.law = any_law();
  settings.anchored = GENERATE(false, true);
  const IncrementalPotential<double> problem = twisted_beam(settings);
  std::vector<std::string> names;
  for (const SolverEntry& entry : iterating_solvers())
    if (takes(entry, problem.potentials)) names.emplace_back(entry.name);
  if (settings.law == "strain") names.emplace_back("pd, increment");
  for (const std::string& name : names) {
    INFO(name << ", " << settings.law << ", anchored " << settings.anchored);
    const Positions<double> coarse = solved(name, settings, 1e-2, 1e6, 15);
    REQUIRE(distance(coarse, problem.inertial_positions) > 1e-3);
    CHECK(coarse == solved(name, settings, 5e-3, 4e6, 15));
    CHECK(coarse == solved(name, settings, 2e-2, 2.5e5, 15));
    // With another product k h² the iterates differ; only PBD ignores both.
    CHECK((coarse == solved(name, settings, 1e-2, 2e6, 15)) == (name == "pbd"));
  }
}
