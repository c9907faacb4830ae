// PBNG by its relation to Vertex Block Descent, by hand, and by the minimum.
#include "deformable/referee/minimum.h"
#include "deformable/solvers/pbng.h"
#include "deformable/solvers/vertex_block_descent.h"
#include "tests/support/beam_problem.h"
#include "tests/support/dense.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

namespace {

Pbng<double> pbng(double relaxation, Order order = Order::coloured) {
  PbngSettings settings;
  settings.relaxation = relaxation;
  settings.order.order = order;
  return Pbng<double>(settings);
}

// The tets of the vertex, with the gradients of its shape function.
template <class Function>
void for_each_tet_of(const TetMesh& mesh, int vertex, const Function& function) {
  for (Index t = 0; t < mesh.tets.cols(); ++t) {
    Matrix3<double> edges;
    for (int i = 0; i < 3; ++i)
      edges.col(i) = mesh.rest_positions.col(mesh.tets(i + 1, t)) - mesh.rest_positions.col(mesh.tets(0, t));
    const Matrix3<double> gradients = edges.inverse();  // row i belongs to corner i + 1
    for (int corner = 0; corner < 4; ++corner) {
      if (mesh.tets(corner, t) != vertex) continue;
      const Vector3<double> g = corner == 0 ? Vector3<double>(-gradients.colwise().sum().transpose())
                                            : Vector3<double>(gradients.row(corner - 1).transpose());
      function(edges.determinant() / 6, g);
    }
  }
}

}  // namespace

TEST_CASE("Without relaxation, PBNG on stable Neo-Hookean is Vertex Block Descent with exact Hessians") {
  const IncrementalPotential<double> problem = anchored_beam("stable_neo_hookean");
  VertexBlockDescentSettings settings;
  settings.hessian = Definiteness::exact;
  settings.order.order = Order::coloured;
  VertexBlockDescent<double> vbd(settings);
  Pbng<double> solver = pbng(1);
  CHECK(distance(run(solver, problem, 8), run(vbd, problem, 8)) == 0);
}

TEST_CASE("A sweep of PBNG on strain has the blocks k V |g|^2 I") {
  BeamSettings settings;
  settings.cells = {3, 2, 1};
  settings.stiffness = 1e5;
  settings.twist_degrees = 30;
  const IncrementalPotential<double> problem = twisted_beam(settings);
  Positions<double> q = problem.inertial_positions, gradient = q;
  for (int vertex = 0; vertex < q.cols(); ++vertex) {
    problem.objective_and_gradient(q, gradient);
    double stiffness = problem.inertia_weights()[vertex];
    for_each_tet_of(*problem.mesh, vertex, [&](double volume, const Vector3<double>& g) {
      stiffness += settings.stiffness * volume * g.squaredNorm();
    });
    q.col(vertex) -= gradient.col(vertex) / stiffness;
  }
  REQUIRE(distance(q, problem.inertial_positions) > 1e-4);
  Pbng<double> solver = pbng(1.6, Order::mesh);  // the first iterations are plain
  CHECK(distance(run(solver, problem, 1), q) < 1e-12);
}

TEST_CASE("Over-relaxation begins with the fifth iteration and starts from the iterate before the last one") {
  const IncrementalPotential<double> problem = anchored_beam();
  const auto iterate = [&](double relaxation, int k) {
    Pbng<double> solver = pbng(relaxation);
    return run(solver, problem, k);
  };
  CHECK(distance(iterate(1, 4), iterate(1.6, 4)) == 0);
  const Positions<double> expected = 1.6 * iterate(1, 5) - 0.6 * iterate(1, 3);
  CHECK(distance(iterate(1.6, 5), expected) < 1e-14);
}

TEST_CASE("PBNG ends in Newton's minimum") {
  const std::string law = any_law();
  CAPTURE(law);
  const IncrementalPotential<double> problem = anchored_beam(law);
  const Minimum minimum = minimise(problem);
  Pbng<double> solver = pbng(1.6);
  CHECK(distance(run(solver, problem, 2000), minimum.positions) < 1e-9);
}

TEST_CASE("Where the sweeps of PBNG converge slowly, over-relaxation needs fewer of them") {
  const std::string law = GENERATE("strain", "corotated_linear");
  CAPTURE(law);
  const IncrementalPotential<double> problem = anchored_beam(law);
  const Minimum minimum = minimise(problem);
  const auto error = [&](double relaxation) {
    Pbng<double> solver = pbng(relaxation);
    return problem.objective(run(solver, problem, 60)) - minimum.objective;
  };
  CHECK(error(1.6) < error(1) / 2);
}
