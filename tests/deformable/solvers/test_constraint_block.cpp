// Tests XPBD's form `block` against dense solves of one tet's system, and the energy shift that makes the
// constraint of stable Neo-Hookean zero at rest.
#include <Eigen/LU>

#include "deformable/solvers/kernels/constraint_system.h"
#include "tests/support/beam_problem.h"
#include "tests/support/dense.h"
#include "tests/support/dense_constraints.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

namespace {

constexpr double stiffness = 1e5, poisson_ratio = 0.45;

XpbdSettings with_form(ConstraintForm form) {
  XpbdSettings settings;
  settings.form = form;
  return settings;
}

IncrementalPotential<double> one_tet(const std::string& law, double time_step) {
  const auto mesh = beam_mesh({1, 1, 1}, CellSplit::five);
  TetMesh one = *mesh;
  one.tets = mesh->tets.leftCols(1).eval();
  IncrementalPotential<double> problem;
  problem.mesh = std::make_shared<const TetMesh>(one);
  problem.masses = Random(1).positive_vector(one.vertex_count());
  problem.time_step = time_step;
  problem.potentials = {material(law, stiffness, poisson_ratio)->potential(problem.mesh)};
  problem.previous_positions = one.rest_positions;
  problem.inertial_positions = jittered(one.rest_positions, 0.03, 3);
  return problem;
}

// M⁻¹ by coordinate
VectorX<double> inverse_masses(const IncrementalPotential<double>& problem) {
  return problem.masses.cwiseInverse().transpose().replicate(3, 1).reshaped();
}

// Hooke's matrix in Voigt's notation
Eigen::MatrixXd hooke() {
  const double mu = stiffness / (2 * (1 + poisson_ratio));
  const double lambda = stiffness * poisson_ratio / ((1 + poisson_ratio) * (1 - 2 * poisson_ratio));
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(6, 6);
  K.topLeftCorner(3, 3).setConstant(lambda);
  for (int i = 0; i < 3; ++i) {
    K(i, i) += 2 * mu;
    K(i + 3, i + 3) = mu;
  }
  return K;
}

// Green's strain in Voigt's notation, with doubled shears
VectorX<double> voigt_strain(const TetMesh& mesh, const Positions<double>& q) {
  const int* vertices = mesh.tets.col(0).data();
  const Matrix3<double> F = tet_edges(q, vertices) * tet_edges(mesh.rest_positions, vertices).inverse();
  const Matrix3<double> E = (F.transpose() * F - Matrix3<double>::Identity()) / 2;
  VectorX<double> strain(6);
  strain << E(0, 0), E(1, 1), E(2, 2), 2 * E(1, 2), 2 * E(0, 2), 2 * E(0, 1);
  return strain;
}

}  // namespace

TEST_CASE("A block solves all constraints of a tet together, as a dense solve does, damped or not") {
  const std::string law =
      GENERATE("stable_neo_hookean", "neo_hookean", "corotated_linear", "st_venant_kirchhoff");
  const double time_step = GENERATE(0.1, 0.01), tau = GENERATE(0.0, 0.02);
  const IncrementalPotential<double> problem = one_tet(law, time_step);
  XpbdSettings settings = with_form(ConstraintForm::block);
  settings.damping = tau;
  Xpbd<double> xpbd(settings);
  REQUIRE_FALSE(xpbd.begin_step(problem));
  const auto system =
      constraint_system(*problem.potentials[0], ConstraintRows::scalar, ConstraintForm::block);
  const VectorX<double> alpha = system->stiffnesses().reshaped().cwiseInverse() / (time_step * time_step);
  const double gamma = tau / time_step;
  Positions<double> q = problem.inertial_positions;
  VectorX<double> multipliers = VectorX<double>::Zero(alpha.size());
  REQUIRE(alpha.size() == (law == "st_venant_kirchhoff" ? 6 : 2));
  for (int iteration = 0; iteration < 4; ++iteration) {
    Reduced<double> C(system->stiffnesses().rows(), system->stiffnesses().cols());
    system->values(q, C);
    const Eigen::MatrixXd J = dense_jacobian(*system, q), W = inverse_masses(problem).asDiagonal();
    Eigen::MatrixXd A = (1 + gamma) * J * W * J.transpose();
    A.diagonal() += alpha;
    const VectorX<double> moved = (q - problem.previous_positions).reshaped();
    const VectorX<double> residual = C.reshaped() + alpha.cwiseProduct(multipliers) + gamma * J * moved;
    const VectorX<double> change = -solved(A, residual);
    multipliers += change;
    q.reshaped() += W * J.transpose() * change;
    xpbd.iterate();
    CHECK(distance(xpbd.positions(), q) < 1e-12);
  }
  CHECK(distance(q, problem.inertial_positions) > 1e-3);
  Xpbd<double> split(with_form(ConstraintForm::split));
  CHECK(distance(run(split, problem, 4), q) > 1e-4);
}

TEST_CASE("On a single tet the form block is xpbd_global") {
  const std::string law = GENERATE("stable_neo_hookean", "neo_hookean", "st_venant_kirchhoff");
  const IncrementalPotential<double> problem = one_tet(law, 0.05);
  XpbdGlobalSettings settings;
  settings.form = ConstraintForm::block;
  Xpbd<double> xpbd(with_form(ConstraintForm::block));
  XpbdGlobal<double> global(settings);
  for (const int n : {1, 3}) CHECK(distance(run(xpbd, problem, n), run(global, problem, n)) < 1e-11);
}

TEST_CASE(
    "The block of St. Venant-Kirchhoff is XPBD of the strain in Voigt's notation with the block α = K⁻¹/V") {
  const IncrementalPotential<double> problem = one_tet("st_venant_kirchhoff", 0.1);
  const TetMesh& mesh = *problem.mesh;
  const double volume = tet_volumes(mesh, mesh.rest_positions)[0];
  const Eigen::MatrixXd alpha = solved(hooke(), Eigen::MatrixXd::Identity(6, 6)) /
                                (volume * problem.time_step * problem.time_step);  // α̃, not diagonal
  REQUIRE(std::abs(alpha(0, 1)) > 0.1 * alpha(0, 0));
  Positions<double> q = problem.inertial_positions;
  VectorX<double> multipliers = VectorX<double>::Zero(6);
  Xpbd<double> xpbd(with_form(ConstraintForm::block));
  REQUIRE_FALSE(xpbd.begin_step(problem));
  for (int iteration = 0; iteration < 4; ++iteration) {
    Eigen::MatrixXd J(6, q.size());
    for (Index i = 0; i < q.size(); ++i) {  // the strain is quadratic: central differences are exact
      Positions<double> above = q, below = q;
      above.data()[i] += 1e-2;
      below.data()[i] -= 1e-2;
      J.col(i) = (voigt_strain(mesh, above) - voigt_strain(mesh, below)) / 2e-2;
    }
    const Eigen::MatrixXd W = inverse_masses(problem).asDiagonal();
    const VectorX<double> change =
        -solved(J * W * J.transpose() + alpha, voigt_strain(mesh, q) + alpha * multipliers);
    multipliers += change;
    q.reshaped() += W * J.transpose() * change;
    xpbd.iterate();
    CHECK(distance(xpbd.positions(), q) < 1e-11);
  }
}

TEST_CASE("Without compliance a block skips a constraint that another one repeats") {
  // At rest the gradients of both constraints of stable Neo-Hookean are parallel.
  IncrementalPotential<double> problem =
      one_tet("stable_neo_hookean", std::numeric_limits<double>::infinity());
  problem.inertial_positions = problem.mesh->rest_positions;
  Xpbd<double> xpbd(with_form(ConstraintForm::block));
  CHECK(run(xpbd, problem, 1).allFinite());
}

TEST_CASE("The shift that is zero at rest leaves a beam of stable Neo-Hookean at rest") {
  BeamSettings settings;
  settings.cells = {4, 1, 1};
  settings.law = "stable_neo_hookean";
  settings.stiffness = GENERATE(1e5, 1e8);
  settings.time_step = 0.1;
  settings.twist_degrees = 0;
  const IncrementalPotential<double> problem = twisted_beam(settings);
  const auto moved = [&](ConstraintForm form) {
    Xpbd<double> xpbd(with_form(form));
    return distance(run(xpbd, problem, 20), problem.inertial_positions);
  };
  CHECK(moved(ConstraintForm::combined_from_rest) < 1e-9);
  CHECK(moved(ConstraintForm::split) > 0.1);
}

// The forces of both constraints cancel at rest, and the block finds their multipliers at once. It does not
// know how these forces turn with the tet (geometric stiffness), so that it enlarges a small displacement:
// a sweep over a beam does not stay at rest.
TEST_CASE("A block leaves one tet of stable Neo-Hookean at rest, and enlarges a displacement") {
  const double displacement = GENERATE(0.0, 1e-9, 1e-7);
  IncrementalPotential<double> problem = one_tet("stable_neo_hookean", 0.1);
  problem.inertial_positions = jittered(problem.mesh->rest_positions, displacement, 3);
  Xpbd<double> xpbd(with_form(ConstraintForm::block));
  const double moved = distance(run(xpbd, problem, 3), problem.inertial_positions);
  if (displacement == 0) {
    CHECK(moved < 1e-14);
  } else {
    CHECK(moved > 5 * displacement);
  }
}
