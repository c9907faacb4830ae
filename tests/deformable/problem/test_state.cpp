#include <catch2/catch.hpp>

#include "deformable/problem/state.h"
#include "tests/support/random.h"

using namespace simbench;
using namespace simbench::test;

namespace {

struct Body {
  Positions<double> positions = Random(1).matrix(3, 20);
  VectorX<double> masses = Random(2).positive_vector(20);

  Vector3<double> centre() const { return positions * masses / masses.sum(); }
  Matrix3<double> inertia() const {
    Matrix3<double> result = Matrix3<double>::Zero();
    for (Index i = 0; i < positions.cols(); ++i) {
      const Vector3<double> arm = positions.col(i) - centre();
      result += masses[i] * (arm.squaredNorm() * Matrix3<double>::Identity() - arm * arm.transpose());
    }
    return result;
  }
  // v = u + ω × (x − c).
  Positions<double> rigid_motion(const Vector3<double>& u, const Vector3<double>& omega) const {
    Positions<double> velocities(3, positions.cols());
    for (Index i = 0; i < positions.cols(); ++i) {
      velocities.col(i) = u + omega.cross(Vector3<double>(positions.col(i) - centre()));
    }
    return velocities;
  }
};

}  // namespace

TEST_CASE("The momenta of a rigid motion are m u and I omega") {
  const Body body;
  const Vector3<double> u(1, -2, 3), omega(0.5, 2, -1);
  const Positions<double> velocities = body.rigid_motion(u, omega);
  const Vector3<double> expected = body.inertia() * omega;
  REQUIRE(expected.norm() > 1);
  CHECK((linear_momentum(body.masses, velocities) - body.masses.sum() * u).norm() < 1e-12);
  CHECK((angular_momentum(body.masses, body.positions, velocities) - expected).norm() < 1e-12);
}

TEST_CASE("Angular momentum is about the centre of mass") {
  const Body body;
  const Vector3<double> omega(0.5, 2, -1);
  // It changes neither by a translation of the body nor by one of its velocity.
  const Positions<double> shifted = body.positions.colwise() + Vector3<double>(10, 20, -30);
  const Vector3<double> expected = body.inertia() * omega;
  const Positions<double> velocities = body.rigid_motion({7, 8, 9}, omega);
  CHECK((angular_momentum(body.masses, shifted, velocities) - expected).norm() < 1e-10);
  CHECK(angular_momentum(body.masses, body.positions, body.rigid_motion({7, 8, 9}, {0, 0, 0})).norm() <
        1e-12);
}
