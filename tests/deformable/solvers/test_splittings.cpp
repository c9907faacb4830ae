// Accelerations of ADMM by identities: without memory they are ADMM, and with memory they end in the minimum.
#include "deformable/referee/minimum.h"
#include "deformable/solvers/anderson_admm.h"
#include "deformable/solvers/douglas_rachford.h"
#include "deformable/solvers/kernels/reduced_energy.h"
#include "tests/support/beam_problem.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

namespace {

AdmmSettings admm_with(double factor) {
  AdmmSettings settings;
  settings.weight = FixedFactor{factor};
  return settings;
}

template <class Settings>
Settings with(int history, double factor = 1) {
  Settings settings;
  settings.history = history;
  settings.weight_factor = factor;
  return settings;
}

}  // namespace

TEST_CASE("Without memory the accelerations of ADMM are ADMM") {
  const IncrementalPotential<double> problem =
      anchored_beam(GENERATE("strain", "stable_neo_hookean", "corotated_linear"));
  for (const double factor : {0.7, 1.0}) {
    Admm<double> admm(admm_with(factor));
    const Positions<double> expected = run(admm, problem, 12);
    REQUIRE(distance(expected, problem.inertial_positions) > 1e-3);
    DouglasRachford<double> splitting(with<DouglasRachfordSettings>(0, factor));
    AndersonAdmm<double> accelerated(with<AndersonAdmmSettings>(0, factor));
    CHECK(distance(run(splitting, problem, 12), expected) < 1e-9);
    CHECK(distance(run(accelerated, problem, 12), expected) < 1e-9);
  }
}

TEST_CASE("Accelerations of ADMM end in Newton's minimum, and sooner than ADMM") {
  const IncrementalPotential<double> problem = anchored_beam(GENERATE("strain", "stable_neo_hookean"));
  const double f = minimise(problem).objective, start = problem.objective(problem.inertial_positions);
  const auto error = [&](Solver<double>& solver, int iterations) {
    return (problem.objective(run(solver, problem, iterations)) - f) / (start - f);
  };
  Admm<double> admm(admm_with(1));
  const double plain = error(admm, 40);
  AndersonAdmm<double> accelerated(with<AndersonAdmmSettings>(5));
  CHECK(error(accelerated, 40) < plain / 10);
  CHECK(std::abs(error(accelerated, 400)) < 1e-9);
  for (const SplittingMerit merit : {SplittingMerit::residual, SplittingMerit::envelope}) {
    auto settings = with<DouglasRachfordSettings>(5);
    settings.merit = merit;
    DouglasRachford<double> splitting(settings);
    CHECK(error(splitting, 40) < plain / 10);
    CHECK(std::abs(error(splitting, 400)) < 1e-9);
  }
}

TEST_CASE("Energies and gradients by reduced coordinates are those by positions") {
  const IncrementalPotential<double> problem = anchored_beam("neo_hookean");
  const Positions<double> q = jittered(problem.inertial_positions, 1e-3, 5);
  for (const auto& potential : problem.potentials) {
    Reduced<double> z(potential->element_count(), potential->reduced_size());
    potential->reduce(q, z);
    CHECK(energy_at(*potential, z) == Approx(potential->value(q)).epsilon(1e-12));
    Reduced<double> stress = z;
    gradient_at(*potential, z, stress);
    Positions<double> expected = Positions<double>::Zero(3, q.cols()), gradient = expected;
    potential->add_gradient(q, expected);
    potential->add_transposed(VectorX<double>::Ones(z.rows()), stress, gradient);
    CHECK((gradient - expected).norm() < 1e-9 * expected.norm());
  }
}
