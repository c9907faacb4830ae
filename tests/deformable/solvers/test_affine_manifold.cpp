// Tests that ADMM and PD are one method if the manifold of every element is affine (Overby et al. 2017): with
// w = sqrt(k V), u = 0 and the local step first, the iterates are equal. On SO(3) they are not
// (test_equivalence.cpp).
#include <numeric>

#include "tests/support/beam_problem.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

TEST_CASE("ADMM is PD if every element is pulled to a point") {
  IncrementalPotential<double> problem = twisted_beam({});
  std::vector<int> vertices(static_cast<std::size_t>(problem.vertex_count()));
  std::iota(vertices.begin(), vertices.end(), 0);
  problem.potentials = {anchor_potential(vertices, problem.mesh->rest_positions, 1e4),
                        anchor_potential({0, 5, 7}, Random(1).matrix(3, 3), 1e5)};
  ProjectiveDynamics<double> pd = projective_dynamics();
  Admm<double> admm_solver = admm(1);
  REQUIRE_FALSE(pd.begin_step(problem));
  REQUIRE_FALSE(admm_solver.begin_step(problem));
  for (int iteration = 0; iteration < 50; ++iteration) {
    const Positions<double> before = pd.positions();
    pd.iterate();
    admm_solver.iterate();
    if (iteration == 0) REQUIRE(distance(pd.positions(), before) > 1e-2);
    CHECK(distance(pd.positions(), admm_solver.positions()) < 1e-12);
  }
}
