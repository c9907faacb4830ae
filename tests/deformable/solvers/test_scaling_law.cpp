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
  settings.law = GENERATE("strain", "stable_neo_hookean");
  settings.anchored = GENERATE(false, true);
  const IncrementalPotential<double> problem = twisted_beam(settings);
  std::vector<std::string> names = {"pd, increment"};
  for (const SolverEntry& entry : iterating_solvers()) names.emplace_back(entry.name);
  for (const std::string& name : names) {
    if (settings.law != "strain" && (name == "pbd" || name.starts_with("pd"))) continue;
    INFO(name << ", " << settings.law << ", anchored " << settings.anchored);
    const Positions<double> coarse = solved(name, settings, 1e-2, 1e6, 15);
    REQUIRE(distance(coarse, problem.inertial_positions) > 1e-3);
    CHECK(coarse == solved(name, settings, 5e-3, 4e6, 15));
    CHECK(coarse == solved(name, settings, 2e-2, 2.5e5, 15));
    // With another product k h² the iterates differ; only PBD ignores both.
    CHECK((coarse == solved(name, settings, 1e-2, 2e6, 15)) == (name == "pbd"));
  }
}

TEST_CASE("The scaling law holds to the bit for all variants of L-BFGS") {
  BeamSettings settings;
  settings.law = GENERATE("strain", "stable_neo_hookean");
  const auto precision = GENERATE(Precision::double_precision, Precision::single_precision);
  for (const QuasiNewtonSettings& variant : quasi_newton_variants()) {
    INFO(text_of(variant) << ", " << settings.law);
    const auto positions = [&](double time_step, double stiffness) {
      settings.time_step = time_step;
      settings.stiffness = stiffness;
      return run(*find_solver("qn")->make(variant, precision), twisted_beam(settings), 15);
    };
    const Positions<double> coarse = positions(1e-2, 1e6);
    REQUIRE(distance(coarse, twisted_beam(settings).inertial_positions) > 1e-3);
    CHECK(coarse == positions(5e-3, 4e6));
    CHECK(coarse == positions(2e-2, 2.5e5));
    CHECK_FALSE(coarse == positions(1e-2, 2e6));
  }
}

TEST_CASE(
    "A tenth of the time step and a hundred times the stiffness change the positions by rounding only") {
  // 1e-2 and 1e-3 are not exact in binary, so that k h² differs in its last bit. Measured: 1e-12.
  for (const SolverEntry& entry : iterating_solvers()) {
    INFO(entry.name);
    const Positions<double> coarse = solved(std::string(entry.name), {}, 1e-2, 1e6, 15);
    CHECK(distance(coarse, solved(std::string(entry.name), {}, 1e-3, 1e8, 15)) < 1e-9);
  }
}
