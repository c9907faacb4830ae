// Tests what all potentials of surfaces have in common, and the in-plane strain.
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <catch2/catch.hpp>
#include <cmath>

#include "deformable/energy/scene_potential.h"
#include "tests/support/dense.h"
#include "tests/support/random.h"
#include "tests/support/sheet.h"

using namespace simbench;
using namespace simbench::test;

namespace {

constexpr std::array<std::string_view, 3> kinds = {"membrane", "bending", "dihedral"};

// k/2 Σ A t ‖Σ − I‖² with the stretches from each triangle's metric.
double membrane_energy(const TetMesh& mesh, const Positions<double>& positions, double k) {
  double energy = 0;
  for (const auto& triangle : mesh.triangles.colwise()) {
    const auto edges = [&](const Positions<double>& x) {
      Eigen::Matrix<double, 3, 2> columns;
      for (int i = 0; i < 2; ++i) columns.col(i) = x.col(triangle[i + 1]) - x.col(triangle[0]);
      return columns;
    };
    const Eigen::Matrix<double, 3, 2> rest = edges(mesh.rest_positions);
    // FᵀF in the metric of the rest state: its eigenvalues are the squared stretches.
    const Eigen::Matrix2d metric = rest.transpose() * rest;
    const Eigen::Matrix2d deformed = edges(positions).transpose() * edges(positions);
    const Eigen::Vector2d squares =
        Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::Matrix2d>(deformed, metric).eigenvalues();
    const double area = std::sqrt(metric.determinant()) / 2;
    energy += area * mesh.thickness * k / 2 * (squares.cwiseSqrt().array() - 1).square().sum();
  }
  return energy;
}

}  // namespace

TEST_CASE("A clamped Hessian has no negative eigenvalue, and an absolute one the sizes of the exact one") {
  const auto kind = GENERATE(from_range(kinds));
  INFO(kind);
  const auto mesh = sheet(1, 1, 1, 1);  // one hinge: its Hessian is the element's
  const auto potential = surface_potential(kind, 3, mesh);
  const Positions<double> positions = 0.7 * crumpled(*mesh);
  const auto eigenvalues_of = [&](Definiteness definiteness) {
    return eigenvalues(hessian_of(*potential, positions, definiteness));
  };
  const VectorX<double> exact = eigenvalues_of(Definiteness::exact),
                        clamped = eigenvalues_of(Definiteness::clamped);
  const double size = exact.cwiseAbs().maxCoeff();
  CHECK(clamped.minCoeff() > -1e-12 * size);
  CHECK(eigenvalues_of(Definiteness::absolute).minCoeff() > -1e-12 * size);
  if (kind == "bending") {
    CHECK((clamped - exact).norm() < 1e-12 * size);
  } else {
    CHECK(exact.minCoeff() < -1e-3 * size);  // so that clamping has something to do
    CHECK(clamped.sum() > exact.sum());
  }
}

TEST_CASE("Rigid motions cost nothing, but a curved surface has an energy of quadratic bending") {
  const auto kind = GENERATE(from_range(kinds));
  const bool is_curved = GENERATE(false, true);
  INFO(kind << (is_curved ? ", curved" : ", flat"));
  const auto mesh = test_sheet(is_curved);
  const auto potential = surface_potential(kind, 3, mesh);
  const Positions<double> moved =
      (Random(7).rotation() * mesh->rest_positions).colwise() + Vector3<double>(1, -2, 3);
  const double scale = potential->value(crumpled(*mesh));
  if (kind == "bending" && is_curved) {
    CHECK(potential->value(moved) == Approx(potential->value(mesh->rest_positions)).epsilon(1e-10));
    CHECK(potential->value(moved) > 1e-3 * scale);  // its rest is flat
  } else {
    CHECK(potential->value(moved) < 1e-20 * scale);
    CHECK(gradient_of(*potential, moved).norm() < 1e-10 * gradient_of(*potential, crumpled(*mesh)).norm());
  }
  // A rotation leaves any energy unchanged.
  CHECK(potential->value(Random(9).rotation() * crumpled(*mesh)) == Approx(scale).epsilon(1e-12));
}

TEST_CASE("A membrane's energy follows from its metric") {
  const auto mesh = test_sheet(true);
  const auto membrane = surface_potential("membrane", 50, mesh);
  const Positions<double> positions = crumpled(*mesh);
  CHECK(membrane->value(positions) == Approx(membrane_energy(*mesh, positions, 50)).epsilon(1e-12));
  CHECK(membrane->is_material());
  CHECK(membrane->stiffnesses().sum() ==
        Approx(50 * triangle_areas(*mesh, mesh->rest_positions).sum() * 0.01).epsilon(1e-14));
}

TEST_CASE("A membrane that is crushed to a line or a point has finite forces and projections") {
  const auto mesh = sheet(1, 1, 2, 2);
  const auto membrane = surface_potential("membrane", 50, mesh);
  for (const double across : {0.0, 1e-300, 1e-17, 1e-9}) {
    for (const double along : {0.0, 1.0}) {
      const Positions<double> crushed = Vector3<double>(along, across, 0).asDiagonal() * mesh->rest_positions;
      const double expected = 0.01 * 25 * ((along - 1) * (along - 1) + (across - 1) * (across - 1));
      CHECK(membrane->value(crushed) == Approx(expected).epsilon(1e-12));
      CHECK(gradient_of(*membrane, crushed).allFinite());
      CHECK(hessian_of(*membrane, crushed, Definiteness::clamped).allFinite());
    }
  }
}

TEST_CASE("Springs along the edges of a surface's triangles are each there once") {
  const auto mesh = sheet(1, 1, 3, 2);
  const auto springs = scene_potential("springs", R"("stiffness": 1, "vertices": {"select": "all"})", mesh);
  CHECK(springs->element_count() == mesh->vertex_count() + mesh->triangle_count() - 1);  // Euler
}

TEST_CASE("Potentials of surfaces refuse bodies without triangles, and bending needs two") {
  const auto none = std::make_shared<const TetMesh>();
  for (const std::string_view kind : kinds) {
    CHECK_THROWS_WITH(make_scene_potential(kind)->element_count(none),
                      Catch::Contains(std::string(kind)) && Catch::Contains("'surface' or 'sheet'"));
  }
  TetMesh one;
  one.rest_positions = Positions<double>::Identity(3, 3);
  one.triangles = Eigen::Vector3i(0, 1, 2);
  const auto triangle = std::make_shared<const TetMesh>(one);
  CHECK(make_scene_potential("membrane")->element_count(triangle) == 1);
  for (const std::string_view kind : {"bending", "dihedral"})
    CHECK_THROWS_WITH(make_scene_potential(kind)->element_count(triangle),
                      Catch::Contains("edges between two"));
}
