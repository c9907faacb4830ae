// Tests springs along the edges of tets against the definition of their energy.
#include <catch2/catch.hpp>

#include "mesh/structured_beam.h"
#include "tests/support/dense.h"
#include "tests/support/potentials.h"
#include "tests/support/random.h"

using namespace simbench;
using namespace simbench::test;

namespace {

constexpr double spring_constant = 250;  // [N/m]

// One tet, and its six edges.
const auto one_tet = std::make_shared<const TetMesh>(TetMesh{
    Positions<double>{{0, 2, 0.5, 0.3}, {0, 0, 1.5, 0.4}, {0, 0, 0, 1}}, Eigen::Vector4i(0, 1, 2, 3)});

std::shared_ptr<const Potential<double>> springs_of_edges(
    const std::shared_ptr<const TetMesh>& mesh, const std::string& vertices = R"({"select": "all"})") {
  return scene_potential("springs", R"("stiffness": 250, "vertices": )" + vertices, mesh);
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

TEST_CASE("Springs have the energy of their edges, each once, and PD's projection has it, too") {
  const auto potential = springs_of_edges(one_tet);
  CHECK(potential->is_material());
  CHECK(potential->element_count() == 6);
  CHECK(potential->value(one_tet->rest_positions) < 1e-28);
  const Positions<double> positions = one_tet->rest_positions + 0.4 * Random(1).matrix(3, 4);
  CHECK(potential->value(positions) == Approx(energy_by_hand(*one_tet, positions)).epsilon(1e-13));
  Reduced<double> y(potential->element_count(), potential->reduced_size());
  potential->reduce(positions, y);
  double projected = 0;  // Σ k/2 L² ‖y − p‖²
  for (Index i = 0; i < y.rows(); ++i) {
    const Vector3<double> vector = y.row(i).transpose();
    projected += potential->stiffnesses()[i] / 2 * (vector - vector.normalized()).squaredNorm();
  }
  CHECK(projected == Approx(energy_by_hand(*one_tet, positions)).epsilon(1e-13));
}

TEST_CASE("An edge that two tets share is one spring, and both of its ends must be chosen") {
  const auto cube = std::make_shared<const TetMesh>(structured_beam({}));  // five tets
  CHECK(springs_of_edges(cube)->element_count() == 12 + 6);  // its edges, and a diagonal of each face
  CHECK(springs_of_edges(cube, R"({"select": "x_min"})")->element_count() == 4 + 1);
  CHECK_THROWS_WITH(springs_of_edges(cube, R"({"select": "nearest", "point": [0, 0, 0]})"),
                    Catch::Contains("holds no element"));
}

TEST_CASE("The clamped Hessian of compressed springs has no negative eigenvalue, the exact one has some") {
  const auto potential = springs_of_edges(one_tet);
  const Positions<double> positions = 0.6 * one_tet->rest_positions + 0.1 * Random(3).matrix(3, 4);
  const VectorX<double> exact = eigenvalues(hessian_of(*potential, positions, Definiteness::exact));
  CHECK(exact[0] < -1);
  CHECK(eigenvalues(hessian_of(*potential, positions, Definiteness::clamped))[0] > -1e-9 * exact.norm());
}
