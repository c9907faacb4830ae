// Tests XPBD's sweep over tets against its definition (Macklin et al. 2016, Eq. 17-18): Δλ = (−C − α̃ λ)/(Σ w
// ‖∇C‖² + α̃), Δq_i = w_i ∇_i C Δλ. The constraints are written out here, with gradients by finite
// differences.
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <functional>
#include <random>

#include "deformable/solvers/kernels/constraint_sweep.h"
#include "math/parallel.h"
#include "tests/support/beam_problem.h"
#include "tests/support/potentials.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

namespace {

constexpr double young_modulus = 1e5, time_step = 0.01;
constexpr double mu = young_modulus / 2.9, lambda = young_modulus * 0.45 / 0.145;  // for ν = 0.45

struct HandConstraint {
  std::function<double(const Matrix3<double>&)> value;
  double stiffness;
};

std::vector<HandConstraint> constraints(const std::string& law, ConstraintForm form) {
  const auto norm = [](const Matrix3<double>& F) { return F.norm(); };
  const auto excess = [](const Matrix3<double>& F) { return F.determinant() - 1 - mu / lambda; };
  if (law == "strain") {
    return {
        {[](const Matrix3<double>& F) { return (signed_svd(F).stretches - Vector3<double>::Ones()).norm(); },
         young_modulus}};
  }
  const auto strain = [](const Matrix3<double>& F) -> Matrix3<double> {
    return (F.transpose() * F - Matrix3<double>::Identity()) / 2;
  };
  const auto deviation = [](const Matrix3<double>& F) -> Vector3<double> {
    return signed_svd(F).stretches - Vector3<double>::Ones();
  };
  // Ψ = a/2 A² + λ/2 B²; max(a, λ) = λ.
  const auto pair = [form](double a, const auto& A, const auto& B) -> std::vector<HandConstraint> {
    if (form == ConstraintForm::split) return {{A, a}, {B, lambda}};
    return {{[=](const Matrix3<double>& F) {
               return std::sqrt(2 * (a / 2 * A(F) * A(F) + lambda / 2 * B(F) * B(F)) / lambda);
             },
             lambda}};
  };
  if (law == "corotated_linear") {
    return pair(
        2 * mu, [=](const Matrix3<double>& F) { return deviation(F).norm(); },
        [=](const Matrix3<double>& F) { return deviation(F).sum(); });
  }
  if (law == "st_venant_kirchhoff") {
    return pair(
        2 * mu, [=](const Matrix3<double>& F) { return strain(F).norm(); },
        [=](const Matrix3<double>& F) { return strain(F).trace(); });
  }
  if (law == "neo_hookean") {
    const auto logarithm = [](const Matrix3<double>& F) { return std::log(F.determinant()); };
    return pair(
        mu, [=](const Matrix3<double>& F) { return std::sqrt(F.squaredNorm() - 3 - 2 * logarithm(F)); },
        logarithm);
  }
  return pair(mu, norm, excess);
}

void sweep_by_hand(const TetMesh& mesh, const std::vector<HandConstraint>& list,
                   const VectorX<double>& inverse_masses, Reduced<double>& multipliers,
                   Positions<double>& q) {
  const VectorX<double> volumes = tet_volumes(mesh, mesh.rest_positions);
  for (Index tet = 0; tet < mesh.tet_count(); ++tet) {
    const int* vertices = mesh.tets.col(tet).data();
    const Matrix3<double> rest = tet_edges(mesh.rest_positions, vertices);
    for (std::size_t i = 0; i < list.size(); ++i) {
      const auto value = [&] { return list[i].value(tet_edges(q, vertices) * rest.inverse()); };
      Eigen::Matrix<double, 3, 4> gradient;
      double weighted = 0;
      for (int corner = 0; corner < 4; ++corner) {
        for (int axis = 0; axis < 3; ++axis) {
          constexpr double difference = 1e-6;
          double& coordinate = q(axis, vertices[corner]);
          const double centre = coordinate;
          coordinate = centre + difference;
          const double above = value();
          coordinate = centre - difference;
          gradient(axis, corner) = (above - value()) / (2 * difference);
          coordinate = centre;
        }
        weighted += inverse_masses[vertices[corner]] * gradient.col(corner).squaredNorm();
      }
      const double alpha = 1 / (list[i].stiffness * volumes[tet] * time_step * time_step);
      double& multiplier = multipliers(tet, static_cast<Index>(i));
      const double change = (-value() - alpha * multiplier) / (weighted + alpha);
      multiplier += change;
      for (int corner = 0; corner < 4; ++corner) {
        q.col(vertices[corner]) += inverse_masses[vertices[corner]] * change * gradient.col(corner);
      }
    }
  }
}

}  // namespace

TEST_CASE("A sweep over tets equals XPBD's definition, tet by tet and constraint by constraint") {
  const std::string law = any_law();
  const auto form = GENERATE(ConstraintForm::split, ConstraintForm::combined);
  const auto mesh = beam_mesh({3, 1, 1}, CellSplit::five);
  const auto potential = material(law, young_modulus)->potential(mesh);
  const std::vector<HandConstraint> list = constraints(law, form);
  REQUIRE(constraint_count(*potential, form) == static_cast<int>(list.size()));
  const VectorX<double> inverse_masses = lumped_masses(*mesh, 1000).cwiseInverse();
  Positions<double> q = jittered(twisted(*mesh, 40), 5e-3, 1), expected = q;
  const Positions<double> start = q;
  Reduced<double> expected_multipliers =
      Reduced<double>::Zero(mesh->tet_count(), constraint_count(*potential, form));
  const auto sweep = constraint_sweep<double>(*potential, form, 1 / (time_step * time_step),
                                              mesh_order(mesh->tet_count()), inverse_masses);
  for (int iteration = 0; iteration < 3; ++iteration) {
    CHECK(sweep->run(q) == 0);
    sweep_by_hand(*mesh, list, inverse_masses, expected_multipliers, expected);
    // Differences over 1e-6 m give a gradient with a relative error of 1e-9.
    CHECK((q - expected).norm() < 1e-7 * (q - start).norm());
    CHECK((sweep->multipliers() - expected_multipliers).norm() < 1e-7 * expected_multipliers.norm());
  }
  REQUIRE((q - start).norm() > 1e-2);
}

TEST_CASE("The strain law does not move a tet at rest") {
  const auto mesh = beam_mesh({2, 1, 1}, CellSplit::five);
  const auto potential = material("strain", young_modulus)->potential(mesh);
  Positions<double> q = mesh->rest_positions;
  const VectorX<double> inverse_masses = lumped_masses(*mesh, 1000).cwiseInverse();
  const double compliance_scale = GENERATE(0.0, 1e4);
  constraint_sweep<double>(*potential, ConstraintForm::split, compliance_scale, mesh_order(mesh->tet_count()),
                           inverse_masses)
      ->run(q);
  CHECK((q - mesh->rest_positions).norm() < 1e-14);
}

TEST_CASE("XPBD leaves a beam of Neo-Hookean material at rest, and moves one of the stable form") {
  // Neo-Hookean's constraints are zero at rest. Those of the stable form are not. Split, a sweep solves one
  // after the other, though their forces cancel. Combined, the single constraint has no gradient at rest, and
  // its rounding error grows from sweep to sweep.
  BeamSettings settings;
  settings.cells = {4, 1, 1};
  settings.law = GENERATE("neo_hookean", "stable_neo_hookean");
  settings.stiffness = 1e5;
  settings.time_step = 0.1;
  settings.twist_degrees = 0;
  const IncrementalPotential<double> problem = twisted_beam(settings);
  XpbdSettings xpbd_settings;
  xpbd_settings.form = GENERATE(ConstraintForm::split, ConstraintForm::combined);
  Xpbd<double> xpbd(xpbd_settings);
  const double moved = distance(run(xpbd, problem, 20), problem.inertial_positions);
  INFO(settings.law << (xpbd_settings.form == ConstraintForm::split ? ", split" : ", combined"));
  if (settings.law == "neo_hookean") {
    CHECK(moved < 1e-12);
  } else {
    CHECK(moved > 0.1);  // the beam is 0.4 m long
  }
}

TEST_CASE("A sweep counts the constraints that do not hold and have no gradient") {
  const auto mesh = beam_mesh({2, 1, 1}, CellSplit::five);
  const auto potential = material("neo_hookean", young_modulus)->potential(mesh);
  const VectorX<double> inverse_masses = lumped_masses(*mesh, 1000).cwiseInverse();
  const auto form = GENERATE(ConstraintForm::split, ConstraintForm::combined, ConstraintForm::block);
  const auto sweep = constraint_sweep<double>(*potential, form, 1 / (time_step * time_step),
                                              mesh_order(mesh->tet_count()), inverse_masses);
  Positions<double> q = mesh->rest_positions;
  CHECK(sweep->run(q) == 0);  // at rest constraints hold, even without a gradient
  q.row(0) *= -1;
  const Positions<double> mirrored = q;
  CHECK(sweep->run(q) == mesh->tet_count() * constraint_count(*potential, form));
  CHECK(q == mirrored);

  // PBD and XPBD report the number over all sweeps; springs of length zero have no direction.
  IncrementalPotential<double> problem = twisted_beam({});
  problem.potentials = {springs({{0, 1}, {2, 3}}, Eigen::Vector2d(0.1, 0.2), 1e3)};
  problem.inertial_positions.col(1) = problem.inertial_positions.col(0);
  for (const std::string_view name : {"pbd", "xpbd"}) {
    const auto solver = registered_solver(name);
    REQUIRE_FALSE(solver->begin_step(problem));
    CHECK(solver->iterate().diagnostics["skipped_constraints"] == 1.0);
  }
}

TEST_CASE("A sweep in lanes gives the same bits as one tet after the other, in any order") {
  const std::string law = any_law();
  const auto form = GENERATE(ConstraintForm::split, ConstraintForm::combined, ConstraintForm::block);
  const auto mesh = beam_mesh({4, 3, 3}, GENERATE(CellSplit::five, CellSplit::six));
  const auto potential = material(law, young_modulus)->potential(mesh);
  std::vector<int> order = mesh_order(mesh->tet_count());
  if (GENERATE(false, true)) std::shuffle(order.begin(), order.end(), std::mt19937(3));
  const VectorX<double> inverse_masses = lumped_masses(*mesh, 1000).cwiseInverse();
  Positions<double> together = jittered(twisted(*mesh, 40), 5e-3, 1), alone = together;
  const auto sweep = constraint_sweep<double>(*potential, form, 1e4, order, inverse_masses);
  std::vector<std::unique_ptr<ConstraintSweep<double>>> sweeps_of_one;
  for (const int tet : order) {
    sweeps_of_one.push_back(constraint_sweep<double>(*potential, form, 1e4, std::array{tet}, inverse_masses));
  }
  for (int iteration = 0; iteration < 2; ++iteration) {
    sweep->run(together);
    for (const auto& one : sweeps_of_one) one->run(alone);
  }
  CHECK(together == alone);
}

TEST_CASE("A sweep gives the same bits with any number of threads, and as one tet after the other") {
  const std::string law = GENERATE("strain", "stable_neo_hookean");
  const auto form = GENERATE(ConstraintForm::split, ConstraintForm::combined, ConstraintForm::block);
  const auto mesh = beam_mesh({24, 7, 7}, CellSplit::five);  // long and thick enough for several queues
  const auto potential = material(law, young_modulus)->potential(mesh);
  std::vector<int> order = mesh_order(mesh->tet_count());
  if (GENERATE(false, true)) std::shuffle(order.begin(), order.end(), std::mt19937(3));
  const VectorX<double> inverse_masses = lumped_masses(*mesh, 1000).cwiseInverse();
  const Positions<double> start = jittered(twisted(*mesh, 40), 5e-3, 1);
  const auto swept = [&](int threads) {
    const ThreadScope scope(threads);
    const auto sweep = constraint_sweep<double>(*potential, form, 1e4, order, inverse_masses);
    Positions<double> q = start;
    for (int iteration = 0; iteration < 3; ++iteration) sweep->run(q);
    return std::pair(q, sweep->multipliers());
  };
  const auto alone = swept(1);
  for (const int threads : {2, 3, 8}) CHECK(swept(threads) == alone);
  Positions<double> one_by_one = start;
  for (const int tet : order)
    constraint_sweep<double>(*potential, form, 1e4, std::array{tet}, inverse_masses)->run(one_by_one);
  Positions<double> once = start;
  const ThreadScope scope(2);
  constraint_sweep<double>(*potential, form, 1e4, order, inverse_masses)->run(once);
  CHECK(once == one_by_one);
}

TEST_CASE("One sweep over anchors is the exact implicit spring, and without compliance the target") {
  const std::vector<int> held = {4, 0, 3};
  const double anchor_stiffness = 250;  // [N/m]
  const Positions<double> targets = Random(1).matrix(3, 3);
  const auto potential = anchor_potential(held, targets, anchor_stiffness);
  const VectorX<double> inverse_masses = Random(4).positive_vector(6);
  Positions<double> positions = Random(2).matrix(3, 6);
  const Positions<double> start = positions;
  REQUIRE(constraint_count(*potential, ConstraintForm::split) == 1);
  const auto sweep = constraint_sweep<double>(*potential, ConstraintForm::split, 1 / (time_step * time_step),
                                              mesh_order(3), inverse_masses);
  sweep->run(positions);
  for (Index i = 0; i < 3; ++i) {
    const double factor = 1 / (1 + time_step * time_step * anchor_stiffness * inverse_masses[held[i]]);
    const Vector3<double> expected = targets.col(i) + factor * (start.col(held[i]) - targets.col(i));
    CHECK((positions.col(held[i]) - expected).norm() < 1e-14);
  }
  CHECK(positions.col(1) == start.col(1));
  // One sweep solves a linear constraint: the second one changes nothing.
  const Positions<double> once = positions;
  sweep->run(positions);
  CHECK((positions - once).norm() < 1e-14);
  CHECK(sweep->multipliers().rows() == 3);

  const auto hard_sweep =
      constraint_sweep<double>(*potential, ConstraintForm::split, 0, mesh_order(3), inverse_masses);
  hard_sweep->run(positions);
  CHECK((positions(Eigen::all, held) - targets).norm() < 1e-14);
  hard_sweep->run(positions);  // at the target there must be no NaN
  CHECK(positions.allFinite());
}
