// Tests the bending of surfaces: by cotangents (quadratic) and by dihedral angles.
#include <Eigen/Geometry>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "tests/support/random.h"
#include "tests/support/sheet.h"

using namespace simbench;
using namespace simbench::test;

TEST_CASE("A sheet rolled to a cylinder of radius r has the bending energy D/2 area/r^2") {
  const auto kind = GENERATE("bending", "dihedral");
  INFO(kind);
  constexpr double radius = 0.8, D = 7, length = 1.6, width = 0.4;
  double last_error = 0;
  for (const int cells : {16, 32, 64}) {
    const auto mesh = sheet(length, width, cells, cells / 4);
    const auto potential = surface_potential(kind, D, mesh);
    const double expected = D / 2 * length * width / (radius * radius);
    const double error = std::abs(potential->value(rolled(mesh->rest_positions, radius)) / expected - 1);
    // The two rows at the ends do not bend: a share of 1/cells of the area.
    CHECK(error == Approx(1.0 / cells).epsilon(0.2));
    if (last_error > 0) CHECK(error == Approx(last_error / 2).epsilon(0.1));
    last_error = error;
  }
}

TEST_CASE("Along the diagonals of a sheet the rigidity is 3/2 D, along its sides D") {
  constexpr double D = 7, curvature = 1e-3;
  const auto mesh = sheet(1, 1, 50, 50);
  const auto bending = surface_potential("bending", D, mesh);
  const auto relative = [&](const Vector3<double>& direction) {  // z = curvature/2 (d·x)²
    Positions<double> positions = mesh->rest_positions;
    const VectorX<double> along = direction.normalized().transpose() * mesh->rest_positions;
    positions.row(2) = curvature / 2 * along.cwiseAbs2();
    return bending->value(positions) / (D / 2 * curvature * curvature);
  };
  CHECK(relative({1, 0, 0}) == Approx(1).epsilon(0.03));  // less the rows at the ends
  CHECK(relative({0, 1, 0}) == Approx(1).epsilon(0.03));
  CHECK(relative({1, 1, 0}) == Approx(1.5).epsilon(0.03));
  CHECK(relative({1, -1, 0}) == Approx(1.5).epsilon(0.03));
}

TEST_CASE("Quadratic bending is quadratic: its Hessian is constant, and its gradient is linear") {
  const auto mesh = test_sheet(false);
  const auto bending = surface_potential("bending", 3, mesh);
  const Eigen::MatrixXd hessian = hessian_of(*bending, mesh->rest_positions, Definiteness::exact);
  const Positions<double> positions = crumpled(*mesh);
  CHECK((hessian_of(*bending, positions, Definiteness::exact) - hessian).norm() == 0);
  CHECK((gradient_of(*bending, positions).reshaped() - hessian * positions.reshaped()).norm() <
        1e-12 * gradient_of(*bending, positions).norm());
  CHECK(bending->value(positions) ==
        Approx(positions.reshaped().dot(hessian * positions.reshaped()) / 2).epsilon(1e-11));
}

TEST_CASE("Near a flat state, dihedral angles have the energy and the matrix of quadratic bending") {
  const auto mesh = sheet(1, 0.7, 4, 3);
  const auto bending = surface_potential("bending", 3, mesh),
             dihedral = surface_potential("dihedral", 3, mesh);
  Positions<double> positions = mesh->rest_positions;
  positions.row(2) += 1e-4 * Random(4).matrix(1, positions.cols());
  CHECK(dihedral->value(positions) == Approx(bending->value(positions)).epsilon(1e-4));
  std::vector<Eigen::Triplet<double>> of_bending, of_dihedral;
  bending->add_normal_matrix(bending->stiffnesses(), of_bending);
  dihedral->add_normal_matrix(dihedral->stiffnesses(), of_dihedral);
  REQUIRE(of_bending.size() == of_dihedral.size());
  for (std::size_t i = 0; i < of_bending.size(); ++i)
    CHECK(of_dihedral[i].value() == Approx(of_bending[i].value()).margin(1e-9));
}

TEST_CASE("A hinge has the signed angle of its two normals, and its energy by Bridson's weight") {
  TetMesh mesh = *sheet(1, 1, 1, 1);
  const double rest_angle = GENERATE(0.0, 0.5, -2.0);
  // Folded about the diagonal from vertex 0 to vertex 3 by an angle.
  const auto folded = [&](double angle) {
    Positions<double> positions = mesh.rest_positions;
    const Vector3<double> axis = Vector3<double>(1, 1, 0).normalized();
    positions.col(1) = Eigen::AngleAxisd(angle, axis) * sheet(1, 1, 1, 1)->rest_positions.col(1);
    return positions;
  };
  mesh.rest_positions = folded(rest_angle);
  const auto hinge = surface_potential("dihedral", 3, std::make_shared<const TetMesh>(mesh));
  const double weight = 2;  // ‖e‖²/A = 2/1
  for (const double angle : {-3.0, -1.0, 0.0, 0.2, 1.5, 3.0}) {
    const double change = std::remainder(angle - rest_angle, 2 * std::numbers::pi);
    CHECK(hinge->value(folded(angle)) == Approx(weight * 3 / 2 * change * change).margin(1e-12));
  }
}

TEST_CASE("A hinge whose triangle has lost its area has finite forces") {
  const auto mesh = sheet(1, 1, 1, 1);
  const auto hinge = surface_potential("dihedral", 3, mesh);
  Positions<double> positions = mesh->rest_positions;
  positions.col(1) = (positions.col(0) + positions.col(3)) / 2;  // on the edge
  CHECK(gradient_of(*hinge, positions).allFinite());
  CHECK(hessian_of(*hinge, positions, Definiteness::clamped).allFinite());
  positions.setZero();
  CHECK(gradient_of(*hinge, positions).allFinite());
  CHECK(hessian_of(*hinge, positions, Definiteness::clamped).allFinite());
}
