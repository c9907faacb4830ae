// Tests the local steps of Projective Dynamics and ADMM, batch by batch.
#include <catch2/catch.hpp>

#include "deformable/energy/anchor_potential.h"
#include "deformable/energy/prox.h"
#include "deformable/solvers/kernels/local_step.h"
#include "deformable/solvers/kernels/projection.h"
#include "tests/support/beam_problem.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

namespace {

std::string any_potential() {
  std::vector<std::string> names(1, "anchor");
  for (const std::string_view name : material_names()) names.emplace_back(name);
  return names[GENERATE_COPY(range(std::size_t{0}, names.size()))];
}

std::shared_ptr<const Potential<double>> example(const std::string& name,
                                                 const std::shared_ptr<const TetMesh>& mesh) {
  if (name != "anchor") return material(name, 1e6)->potential(mesh);
  const std::vector<int> ends = end_vertices(*mesh);
  return anchor_potential(ends, mesh->rest_positions(Eigen::all, ends), 1e6);
}

Reduced<double> reduced(const Potential<double>& potential, const Positions<double>& q) {
  Reduced<double> y(potential.element_count(), potential.reduced_size());
  potential.reduce(q, y);
  return y;
}

}  // namespace

TEST_CASE("The gradient of a projecting potential is k D'(Dq - b - p)") {
  const std::string name = any_potential();
  const auto mesh = beam_mesh({3, 2, 2}, CellSplit::five);
  const auto potential = example(name, mesh);
  CHECK(can_project(*potential) == (name == "strain" || name == "anchor"));
  if (!can_project(*potential)) return;
  const Positions<double> positions = jittered(twisted(*mesh, 40), 5e-3, 1);
  const Positions<double> zero = Positions<double>::Zero(3, positions.cols());
  Positions<double> gradient = zero, seen = zero, projected = zero;
  potential->add_gradient(positions, gradient);
  // D q, because y = −b at the origin.
  potential->add_transposed(potential->stiffnesses(),
                            reduced(*potential, positions) - reduced(*potential, zero), seen);
  add_projections(*potential, positions, projected);
  REQUIRE(gradient.norm() > 1);
  CHECK((gradient - (seen - projected)).norm() < 1e-13 * seen.norm());
}

TEST_CASE("A batch's proximal map balances its energy and its weights") {
  // At z = prox(y), y = Dq + ū: ∇ψ(z) + w² (z − y) = 0. ∇ψ is computed from positions whose reduction is z:
  // the four corners of one tet can take any F.
  const std::string law = any_law();
  TetMesh tet;
  tet.rest_positions.resize(3, 4);
  tet.rest_positions << 0, 0.2, 0, 0.1, 0, 0, 0.3, 0.1, 0, 0, 0, 0.2;
  tet.tets.resize(4, 1);
  tet.tets << 0, 1, 2, 3;
  const auto mesh = std::make_shared<const TetMesh>(tet);
  const auto potential = material(law, 1e5)->potential(mesh);
  Random random(4);
  const Matrix3<double> F = random.deformation(0.7, 1.4);
  const VectorX<double> squared_weight = VectorX<double>::Constant(1, 123);
  const Matrix3<double> G = random.deformation(0.9, 1.1), U = F - G;
  Reduced<double> z(1, 9), u = U.reshaped(1, 9);
  Positions<double> right_hand_side = Positions<double>::Zero(3, 4), gradient = right_hand_side;
  Positions<double> spring = gradient, expected = gradient;
  local_step(*potential, squared_weight, {}, Positions<double>(G * tet.rest_positions), z, u,
             right_hand_side);
  const Matrix3<double> Z = z.reshaped(3, 3);
  potential->add_gradient(Z * tet.rest_positions, gradient);
  potential->add_transposed(squared_weight, (Z - F).reshaped(1, 9), spring);
  REQUIRE(spring.norm() > 1);
  CHECK((gradient + spring).norm() < 1e-11 * spring.norm());
  // The dual variable holds the rest, and the right-hand side is w² Dᵀ(z − ū).
  CHECK((u.reshaped(3, 3) - (F - Z)).norm() < 1e-14);
  potential->add_transposed(squared_weight, z - u, expected);
  CHECK((right_hand_side - expected).norm() < 1e-13 * expected.norm());
}

TEST_CASE("ADMM with a z-update by L-BFGS goes like ADMM with an exact one, unless it is cut short") {
  BeamSettings settings;
  settings.law = any_law();
  settings.stiffness = 1e5;
  const IncrementalPotential<double> problem = twisted_beam(settings);
  const auto end = [&](const ProxSearch& search) {
    AdmmSettings own;
    own.weight = FixedFactor{1};
    own.prox = search;
    Admm<double> solver(own);
    return run(solver, problem, 20);
  };
  const Positions<double> exact = end({});
  REQUIRE(distance(exact, problem.inertial_positions) > 1e-3);
  CHECK(distance(end({ProxMethod::lbfgs, 100}), exact) < 1e-10);
  const bool is_closed = settings.law == "strain" || settings.law == "corotated_linear";
  CHECK((distance(end({ProxMethod::lbfgs, 1}), exact) > 1e-6) == !is_closed);
}

TEST_CASE("Anchors project to their points, and their proximal map lies on the way there") {
  const std::vector<int> held = {4, 0, 3};
  const double stiffness = 250;  // [N/m]
  const Positions<double> points = Random(1).matrix(3, 3), positions = Random(2).matrix(3, 6);
  const auto potential = anchor_potential(held, points, stiffness);
  Positions<double> projected = Positions<double>::Zero(3, 6), expected = projected;
  add_projections(*potential, positions, projected);
  for (Index i = 0; i < 3; ++i) expected.col(held[i]) = stiffness * points.col(i);
  CHECK(projected == expected);
  const Reduced<double> y = reduced(*potential, positions);
  CHECK(y.transpose() == positions(Eigen::all, held) - points);
  // k z + w² (z − y − ū) = 0.
  const VectorX<double> squared_weights = Vector3<double>(10, 250, 4000);
  const Reduced<double> start = Random(5).matrix(3, 3);
  Reduced<double> z = y, u = start;
  Positions<double> result = Positions<double>::Zero(3, 6);
  local_step(*potential, squared_weights, {}, positions, z, u, result);
  for (Index i = 0; i < 3; ++i) {
    const Vector3<double> Z = z.row(i).transpose(), Y = (y + start).row(i).transpose();
    const Vector3<double> spring = stiffness * Z;
    REQUIRE(spring.norm() > 1);
    CHECK((spring + squared_weights[i] * (Z - Y)).norm() < 1e-12 * spring.norm());
    CHECK((u.row(i).transpose() - (Y - Z)).norm() < 1e-14);
    const Vector3<double> back = 2 * Z - Y + points.col(i);
    CHECK((result.col(held[i]) - squared_weights[i] * back).norm() < 1e-11 * squared_weights[i]);
  }
}
