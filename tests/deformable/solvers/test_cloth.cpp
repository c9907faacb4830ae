// Tests solvers on cloth: all that minimise find the same minimum, and a strip bends as a beam does.
#include <catch2/catch.hpp>
#include <set>

#include "deformable/referee/minimum.h"
#include "tests/support/sheet.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

namespace {

// A step of a piece of cloth, held at two corners, that falls and is pulled sideways.
IncrementalPotential<double> falling_cloth(std::string_view bending) {
  IncrementalPotential<double> problem;
  problem.mesh = sheet(0.5, 0.4, 5, 4);
  problem.masses = lumped_masses(*problem.mesh, 200);
  problem.time_step = 0.02;
  problem.previous_positions = problem.mesh->rest_positions;
  problem.inertial_positions = problem.previous_positions;
  for (Index i = 0; i < problem.vertex_count(); ++i)
    problem.inertial_positions.col(i) +=
        Vector3<double>(0.004, 0.01 * problem.previous_positions(1, i), -0.04);
  problem.potentials = {surface_potential("membrane", 5e4, problem.mesh),
                        surface_potential(bending, 0.01, problem.mesh)};
  const std::vector<int> corners = {0, 4};
  problem.hold(corners, problem.mesh->rest_positions(Eigen::all, corners));
  return problem;
}

}  // namespace

TEST_CASE("Every solver that minimises takes cloth to the minimum that Newton finds") {
  const std::string bending = GENERATE("bending", "dihedral");
  const IncrementalPotential<double> problem = falling_cloth(bending);
  const Minimum minimum = minimise(problem, 200);
  REQUIRE(minimum.found());
  const double start = problem.objective(problem.inertial_positions);
  int count = 0;
  for (const SolverEntry& entry : minimising_solvers()) {
    if (!takes(entry, problem.potentials)) continue;
    INFO(entry.name << ", " << bending);
    const auto solver = registered_solver(entry.name);
    const Positions<double> result = run_to(*solver, problem, minimum.positions, 1e-6, 4000);
    CHECK((problem.objective(result) - minimum.objective) / (start - minimum.objective) < 1e-6);
    CHECK(distance(result, minimum.positions) < 1e-5);
    ++count;
  }
  CHECK(count >= (bending == "bending" ? 7 : 5));
}

TEST_CASE("pbd and xpbd take cloth, and solvers that project decline dihedral angles with a reason") {
  for (const std::string bending : {"bending", "dihedral"}) {
    const IncrementalPotential<double> problem = falling_cloth(bending);
    const std::set<std::string_view> projecting = {"pd", "admm", "anderson_admm", "douglas_rachford"};
    for (const SolverEntry& entry : iterating_solvers()) {
      INFO(entry.name << ", " << bending);
      const Declines declined = entry.declines(problem.potentials, *entry.default_settings());
      const bool needs_projection = projecting.contains(entry.name);
      const bool needs_rows = entry.name == "xpbd_global" || entry.name == "kkt";  // vector rows by default
      if (bending == "dihedral" && needs_projection) {
        REQUIRE(declined);
        CHECK_THAT(*declined, Catch::Contains("dihedral"));
      } else if (!needs_rows) {
        CHECK_FALSE(declined);
      }
      if (declined) continue;
      const Positions<double> result = run(*registered_solver(entry.name), problem, 5);
      CHECK(result.allFinite());
      CHECK(distance(result, problem.inertial_positions) > 1e-4);
    }
  }
}

TEST_CASE("PBD makes cloth inextensible and flat, and XPBD comes near the minimum") {
  const std::string bending = GENERATE("bending", "dihedral");
  INFO(bending);
  const IncrementalPotential<double> problem = falling_cloth(bending);
  const Positions<double>& start = problem.inertial_positions;
  const Positions<double> by_pbd = run(*registered_solver("pbd"), problem, 2000);
  CHECK(problem.constraint(by_pbd) < 1e-6 * problem.constraint(start));
  const Minimum minimum = minimise(problem, 200);
  const Positions<double> by_xpbd = run(*registered_solver("xpbd"), problem, 2000);
  const double from_start = problem.objective(start) - minimum.objective;
  CHECK(problem.objective(by_xpbd) - minimum.objective < 0.01 * from_start);
}

// The sag [m] of a strip of one row of cells that is clamped at one end, over the sag of Euler and
// Bernoulli's beam of the rigidity 4/5 D.
double relative_sag(const std::string& bending, int cells) {
  constexpr double length = 1, D = 0.5;
  const double width = length / cells, load = 0.002 * width;  // [N], at the free end
  IncrementalPotential<double> problem;
  problem.mesh = sheet(length, width, cells, 1);
  problem.masses = lumped_masses(*problem.mesh, 1);
  problem.time_step = 1e3;  // statics: inertia is negligible
  problem.previous_positions = problem.mesh->rest_positions;
  problem.inertial_positions = problem.previous_positions;
  problem.potentials = {surface_potential("membrane", 1e6, problem.mesh),
                        surface_potential(bending, D, problem.mesh)};
  const int last = static_cast<int>(problem.vertex_count()) - 1;
  for (const int vertex : {last - 1, last})  // a force is a part of q̃
    problem.inertial_positions(2, vertex) -=
        load / 2 * problem.time_step * problem.time_step / problem.masses[vertex];
  const std::vector<int> clamped = {0, 1, 2, 3};  // two rows, which cannot turn
  problem.hold(clamped, problem.mesh->rest_positions(Eigen::all, clamped));
  problem.start = StepStart::previous;
  Newton<double> newton({});
  const Positions<double> result = run(newton, problem, 100);
  const double sag = -(result(2, last - 1) + result(2, last)) / 2;
  return sag / (load * length * length * length / (3 * 0.8 * D * width));
}

// In a strip of one row of cells the heights of the vertices alternate by ±c about the beam's curve, so that
// a hinge across the strip has |K x| = κh² + 4c and one along a diagonal 8c. The least energy has c = −κh²/20
// and is 4/5 of the energy of a cylinder: the strip is a beam of the rigidity 4/5 D. Its ends are off by a
// part of a cell, so the sag converges at first order, and two sizes extrapolate to the beam.
TEST_CASE("A strip of cloth that is held at one end sags like a beam of Euler and Bernoulli") {
  const std::string bending = GENERATE("bending", "dihedral");
  INFO(bending);
  const double coarse = relative_sag(bending, 40), fine = relative_sag(bending, 80);
  CHECK(std::abs(fine - 1) < 0.6 * std::abs(coarse - 1));
  CHECK(2 * fine - coarse == Approx(1).epsilon(0.001));
}
