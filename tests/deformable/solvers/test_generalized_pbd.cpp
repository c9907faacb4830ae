// Generalized PBD by minimising the step of one tet after the other, by XPBD, and by the minimum.
#include "deformable/referee/minimum.h"
#include "deformable/solvers/generalized_pbd.h"
#include "deformable/solvers/xpbd.h"
#include "tests/support/beam_problem.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

namespace {

GeneralizedPbd<double> generalized_pbd(int newton_steps = 1) {
  GeneralizedPbdSettings settings;
  settings.newton_steps = newton_steps;
  return GeneralizedPbd<double>(settings);
}

IncrementalPotential<double> small_beam(const std::string& law, bool anchored = false) {
  BeamSettings settings;
  settings.law = law;
  settings.cells = {3, 2, 1};
  settings.stiffness = 1e5;
  settings.twist_degrees = 30;
  settings.anchored = anchored;
  return twisted_beam(settings);
}

// The step of a tet alone among all vertices.
IncrementalPotential<double> step_of_tet(const IncrementalPotential<double>& problem, const std::string& law,
                                         Index tet) {
  IncrementalPotential<double> result = problem;
  TetMesh mesh = *problem.mesh;
  mesh.tets = problem.mesh->tets.col(tet).eval();
  result.mesh = std::make_shared<TetMesh>(mesh);
  result.potentials = {material(law, 1e5)->potential(result.mesh)};
  return result;
}

}  // namespace

TEST_CASE("A sweep of generalized PBD minimises the step of one tet after the other") {
  const std::string law = GENERATE("strain", "corotated_linear", "stable_neo_hookean", "neo_hookean");
  CAPTURE(law);
  const IncrementalPotential<double> problem = small_beam(law);
  const Index tets = problem.mesh->tets.cols();
  std::vector<Positions<double>> displacements(static_cast<std::size_t>(tets),
                                               Positions<double>::Zero(3, problem.vertex_count()));
  Positions<double> q = problem.inertial_positions;
  const auto sweep = [&] {
    for (Index t = 0; t < tets; ++t) {
      IncrementalPotential<double> step = step_of_tet(problem, law, t);
      Positions<double>& d = displacements[static_cast<std::size_t>(t)];
      step.inertial_positions = q - d;
      q = minimise(step).positions;
      d = q - step.inertial_positions;
    }
  };
  sweep();
  REQUIRE(distance(q, problem.inertial_positions) > 1e-4);
  auto solver = generalized_pbd(40);
  CHECK(distance(run(solver, problem, 1), q) < 1e-9);
  sweep();
  CHECK(distance(run(solver, problem, 2), q) < 1e-9);
}

TEST_CASE("On energies of one linear compliant constraint generalized PBD is XPBD") {
  IncrementalPotential<double> problem = small_beam("strain", true);
  problem.potentials.erase(problem.potentials.begin());  // the anchors remain: 1/2 k |q - target|^2
  auto solver = generalized_pbd();
  Xpbd<double> xpbd{XpbdSettings{}};
  const Positions<double> expected = run(xpbd, problem, 1);
  REQUIRE(distance(expected, problem.inertial_positions) > 1e-4);
  CHECK(distance(run(solver, problem, 1), expected) < 1e-12);
}

TEST_CASE("Generalized PBD ends in Newton's minimum, and keeps vertices where they are held") {
  const std::string law = GENERATE("strain", "stable_neo_hookean", "st_venant_kirchhoff");
  CAPTURE(law);
  IncrementalPotential<double> problem = small_beam(law, true);
  problem.hold({0, 5}, problem.inertial_positions(Eigen::all, std::vector{0, 5}));
  const Minimum minimum = minimise(problem);
  auto solver = generalized_pbd();
  const Positions<double> end = run(solver, problem, 3000);
  CHECK(distance(end, minimum.positions) < 1e-8);
  CHECK(end.col(5) == problem.inertial_positions.col(5));
}
