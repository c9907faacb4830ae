// Tests mixed's matrix against finite differences of the stretches, and where the solver ends.
#include <Eigen/Eigenvalues>

#include "deformable/referee/minimum.h"
#include "deformable/solvers/kernels/stretch_hessian.h"
#include "deformable/solvers/mixed.h"
#include "tests/support/beam_problem.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;
using Eigen::MatrixXd;

namespace {

// S = (FᵀF)^½ of tet t, for det F > 0.
Matrix3<double> stretch(const TetMesh& mesh, Index t, const Positions<double>& positions) {
  const int* const corners = mesh.tets.col(t).data();
  const Matrix3<double> F = tet_edges(positions, corners) * tet_edges(mesh.rest_positions, corners).inverse();
  REQUIRE(F.determinant() > 0);
  return Eigen::SelfAdjointEigenSolver<Matrix3<double>>(F.transpose() * F).operatorSqrt();
}

}  // namespace

TEST_CASE("mixed's matrix is Gauss-Newton's of finite differences of the stretches") {
  BeamSettings settings;
  settings.cells = {2, 1, 1};
  IncrementalPotential<double> problem = twisted_beam(settings);
  const TetMesh& mesh = *problem.mesh;
  const Positions<double> q = jittered(1.1 * mesh.rest_positions, 0.01, 2);
  const VectorX<double> volumes = tet_volumes(mesh, mesh.rest_positions);
  MatrixXd expected = MatrixXd::Zero(q.size(), q.size());
  for (Index t = 0; t < mesh.tet_count(); ++t) {
    MatrixXd J(9, q.size());
    const double step = 1e-6;
    for (Index i = 0; i < q.size(); ++i) {
      Positions<double> forward = q, backward = q;
      forward.reshaped()[i] += step;
      backward.reshaped()[i] -= step;
      const Matrix3<double> dS = (stretch(mesh, t, forward) - stretch(mesh, t, backward)) / (2 * step);
      J.col(i) = dS.reshaped();
    }
    expected += settings.stiffness * volumes[t] * J.transpose() * J;
  }
  BlockMatrix<double> matrix = problem.hessian_pattern();
  REQUIRE(add_stretch_hessian(*problem.potentials.front(), q, matrix));
  const MatrixXd lower = matrix.matrix();
  const MatrixXd whole = lower.selfadjointView<Eigen::Lower>();
  CHECK((whole - expected).norm() < 1e-7 * expected.norm());
}

TEST_CASE("mixed ends in Newton's minimum, and every iteration lowers f") {
  BeamSettings settings;
  settings.anchored = GENERATE(false, true);
  const IncrementalPotential<double> problem = twisted_beam(settings);
  const Minimum minimum = minimise(problem);
  REQUIRE(minimum.found());
  Mixed<double> mixed({});
  REQUIRE_FALSE(mixed.begin_step(problem));
  double f = mixed.current().objective;
  int iterations = 0;
  while (!mixed.iterate().stop && iterations < 300) {
    CHECK(mixed.current().objective <= f * (1 + 1e-12));
    f = mixed.current().objective;
    ++iterations;
  }
  CHECK(iterations < 300);
  CHECK(f == Approx(minimum.objective).epsilon(1e-9));
}

TEST_CASE("mixed starts from inverted and flat tets") {
  BeamSettings settings;
  settings.cells = {3, 1, 1};
  settings.time_step = 1;
  IncrementalPotential<double> problem = twisted_beam(settings);
  const double height = GENERATE(-0.5, 0.0, 0.1);
  problem.inertial_positions = problem.mesh->rest_positions;
  problem.inertial_positions.row(2) *= height;
  problem.inertial_positions = jittered(problem.inertial_positions, 1e-3, 1);
  problem.previous_positions = problem.inertial_positions;
  const double before = problem.objective(problem.inertial_positions);
  Mixed<double> mixed({});
  CHECK(problem.objective(run(mixed, problem, 100)) < 0.1 * before);
}
