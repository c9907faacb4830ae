// Tests springs along the edges of tets against the definition of their energy.
#include <catch2/catch.hpp>

#include "config/reader.h"
#include "deformable/energy/scene_potential.h"
#include "mesh/structured_beam.h"
#include "tests/support/dense.h"
#include "tests/support/random.h"
#include "tests/support/sheet.h"
#include "tests/support/taylor.h"

using namespace simbench;
using namespace simbench::test;

namespace {

constexpr double spring_constant = 250;  // [N/m]

// One tet, and its six edges.
TetMesh one_tet() {
  TetMesh mesh;
  mesh.rest_positions.resize(3, 4);
  mesh.rest_positions << 0, 2, 0.5, 0.3,  //
      0, 0, 1.5, 0.4,                     //
      0, 0, 0, 1;
  mesh.tets.resize(4, 1);
  mesh.tets << 0, 1, 2, 3;
  return mesh;
}

std::shared_ptr<const Potential<double>> springs(const TetMesh& rest,
                                                 const std::string& vertices = R"({"select": "all"})") {
  const auto kind = make_scene_potential("springs");
  const std::string text = R"({"stiffness": 250, "vertices": )" + vertices + "}";
  config::read(config::Document::parse(text, "springs.json"),
               [&](config::Fields& fields) { kind->describe(fields); });
  const auto mesh = std::make_shared<const TetMesh>(rest);
  kind->element_count(mesh);  // throws if there is no element
  return kind->potential(mesh);
}

double energy_by_hand(const TetMesh& mesh, const Positions<double>& positions) {
  double energy = 0;
  for (int a = 0; a < 4; ++a) {
    for (int b = a + 1; b < 4; ++b) {
      const double rest = (mesh.rest_positions.col(a) - mesh.rest_positions.col(b)).norm();
      const double extension = (positions.col(a) - positions.col(b)).norm() - rest;
      energy += spring_constant / 2 * extension * extension;
    }
  }
  return energy;
}

}  // namespace

TEST_CASE("Springs have the energy of their edges, each once, and its gradient") {
  const TetMesh mesh = one_tet();
  const auto potential = springs(mesh);
  CHECK(potential->is_material());
  CHECK(potential->element_count() == 6);
  CHECK(potential->value(mesh.rest_positions) < 1e-28);
  CHECK((potential->stiffnesses().array() > 0).all());
  const Positions<double> positions = mesh.rest_positions + 0.4 * Random(1).matrix(3, 4);
  CHECK(potential->value(positions) == Approx(energy_by_hand(mesh, positions)).epsilon(1e-13));
  Positions<double> gradient = Positions<double>::Zero(3, 4);
  CHECK(potential->add_gradient(positions, gradient) ==
        Approx(energy_by_hand(mesh, positions)).epsilon(1e-13));
  const Positions<double> direction = Random(2).matrix(3, 4);
  const double derivative = gradient.cwiseProduct(direction).sum();
  const auto remainder = [&](double t) {
    return std::abs(energy_by_hand(mesh, positions + t * direction) - energy_by_hand(mesh, positions) -
                    t * derivative);
  };
  CHECK(taylor_slope(remainder, 1e-13) == Approx(2).margin(0.05));
}

TEST_CASE("An edge that two tets share is one spring, and both of its ends must be chosen") {
  const TetMesh mesh = structured_beam({});         // five tets in a cube
  CHECK(springs(mesh)->element_count() == 12 + 6);  // the cube's edges, and a diagonal of each face
  CHECK(springs(mesh, R"({"select": "x_min"})")->element_count() == 4 + 1);
  CHECK_THROWS_WITH(springs(mesh, R"({"select": "nearest", "point": [0, 0, 0]})"),
                    Catch::Contains("holds no element"));
}

TEST_CASE("The Hessian of springs is exact, and clamped it has no negative eigenvalue") {
  const TetMesh mesh = one_tet();
  const auto potential = springs(mesh);
  const Positions<double> positions = 0.6 * mesh.rest_positions + 0.1 * Random(3).matrix(3, 4);  // compressed
  const Eigen::MatrixXd exact = hessian_of(*potential, positions, Definiteness::exact);
  const double step = 1e-6;
  for (int i = 0; i < 12; ++i) {
    Positions<double> ahead = positions, behind = positions;
    ahead.reshaped()[i] += step;
    behind.reshaped()[i] -= step;
    Positions<double> difference = Positions<double>::Zero(3, 4), other = difference;
    potential->add_gradient(ahead, difference);
    potential->add_gradient(behind, other);
    const VectorX<double> column = ((difference - other) / (2 * step)).reshaped();
    CHECK((exact.col(i) - column).norm() < 1e-7 * exact.norm());
  }
  CHECK(eigenvalues(exact)[0] < -1);
  CHECK(eigenvalues(hessian_of(*potential, positions, Definiteness::clamped))[0] > -1e-9 * exact.norm());
}

TEST_CASE("PD's projection of springs has their energy: k/2 L^2 |y - p|^2 summed") {
  const TetMesh mesh = one_tet();
  const auto potential = springs(mesh);
  const Positions<double> positions = mesh.rest_positions + 0.4 * Random(4).matrix(3, 4);
  Reduced<double> y(potential->element_count(), potential->reduced_size());
  potential->reduce(positions, y);
  double energy = 0;
  for (Index i = 0; i < y.rows(); ++i) {
    const Vector3<double> vector = y.row(i).transpose();
    energy += potential->stiffnesses()[i] / 2 * (vector - vector.normalized()).squaredNorm();
  }
  CHECK(energy == Approx(energy_by_hand(mesh, positions)).epsilon(1e-13));
}
