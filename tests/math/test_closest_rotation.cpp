#include <Eigen/Geometry>
#include <Eigen/LU>
#include <catch2/catch.hpp>

#include "math/closest_rotation.h"
#include "tests/support/random.h"

using namespace simbench;
using namespace simbench::test;

namespace {

// Checks that R is a rotation up to rounding, and equals the decomposition's as precisely as F determines it.
template <class Real>
void check_rotation(const Matrix3<Real>& F) {
  constexpr Real tolerance = 20 * std::numeric_limits<Real>::epsilon();
  const Matrix3<Real> R = closest_rotation(F);
  const SignedSvd<Real> svd = signed_svd(F);
  const Real gap = (svd.stretches[1] + svd.stretches[2]) / svd.stretches[0];
  INFO("F =\n" << F << "\nstretches " << svd.stretches.transpose());
  CHECK((R.transpose() * R - Matrix3<Real>::Identity()).norm() < tolerance);
  CHECK(std::abs(R.determinant() - 1) < tolerance);
  CHECK((R - svd.rotation()).norm() * std::min(gap, Real(1)) < tolerance);
}

template <class Real>
Matrix3<Real> with_stretches(Random& random, const Vector3<double>& stretches) {
  return (random.rotation() * stretches.asDiagonal() * random.rotation()).template cast<Real>();
}

}  // namespace

TEST_CASE("The closest rotation is the decomposition's for stretches of any size") {
  Random random(6);
  for (int i = 0; i < 20000; ++i) {
    // Stretches from nearly rigid to a ratio of 1e6; in every other matrix the smallest one is inverted.
    const double spread = std::pow(10, random.uniform(-4, 0.8));
    Vector3<double> stretches;
    for (double& stretch : stretches) stretch = std::exp(spread * random.uniform(-1, 1));
    if (i % 2) stretches[2] = -stretches.minCoeff() * random.uniform(0, 1);
    check_rotation(with_stretches<double>(random, stretches));
    check_rotation(with_stretches<float>(random, stretches));
  }
}

TEST_CASE("Where stretches nearly cancel, the closest rotation has the decomposition's bits") {
  Random random(7);
  for (const double rest : {0.0, 1e-16, 1e-12, 1e-9}) {
    for (const Vector3<double>& stretches :
         {Vector3<double>(1, 0.5, -0.5 + rest), Vector3<double>(1, 1, -1 + rest), Vector3<double>(1, rest, 0),
          Vector3<double>(1, rest, -rest / 2), Vector3<double>(-1, -1, -1 - rest)}) {
      const Matrix3<double> F = with_stretches<double>(random, stretches);
      CHECK(closest_rotation(F) == signed_svd(F).rotation());
    }
  }
  const Matrix3<double> zero = Matrix3<double>::Zero(), rest = Matrix3<double>::Identity();
  CHECK(closest_rotation(zero) == signed_svd(zero).rotation());
  CHECK(closest_rotation(rest) == rest);  // so that a tet at rest has exactly zero energy
}

TEST_CASE("The scale of a matrix does not matter to its rotation") {
  Random random(8);
  for (const double scale :
       {1e-320, 1e-310, 1e-200, 1e-155, 1e-100, 1e-20, 1e20, 1e100, 1e155, 1e200, 1e307}) {
    const Matrix3<double> F = with_stretches<double>(random, {1.5, 1, 0.7});
    const double tolerance = scale < 1e-307 ? 1e-2 : 1e-14;  // subnormal numbers have few bits
    CHECK((closest_rotation<double>(scale * F) - closest_rotation(F)).norm() < tolerance);
  }
  for (const float scale : {1e-40F, 1e-30F, 1e-18F, 1e18F, 1e30F, 1e38F}) {
    const Matrix3<float> F = with_stretches<float>(random, {1.5, 1, 0.7});
    CHECK((closest_rotation<float>(scale * F) - closest_rotation(F)).norm() <
          (scale < 1e-37F ? 1e-2F : 1e-5F));
  }
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {infinity, -infinity, std::nan("")}) {
    Matrix3<double> F = Matrix3<double>::Identity();
    F(1, 2) = bad;
    closest_rotation(F);  // must return; the result does not matter
  }
}

TEST_CASE("The closest rotation is closest") {
  Random random(4);
  for (int i = 0; i < 200; ++i) {
    const Matrix3<double> F = random.deformation(0.05, 2);
    const Matrix3<double> closest = closest_rotation(F);
    CHECK((closest - signed_svd(F).rotation()).norm() < 1e-12);
    const double distance = (F - closest).norm();
    REQUIRE(distance > 1e-3);
    for (int competitor = 0; competitor < 50; ++competitor) {
      const double angle = std::pow(10, -random.uniform(0, 6));
      const Vector3<double> axis = random.matrix(3, 1).normalized();
      const Matrix3<double> neighbour = Eigen::AngleAxisd(angle, axis) * closest;
      CHECK((F - neighbour).norm() >= distance * (1 - 1e-15));
      CHECK((F - random.rotation()).norm() >= distance);
    }
  }
}

TEST_CASE("The closest rotation of a rotation is itself") {
  Random random(5);
  for (int i = 0; i < 200; ++i) {
    const Matrix3<double> rotation = random.rotation();
    CHECK((closest_rotation(rotation) - rotation).norm() < 1e-14);
    CHECK((closest_rotation<double>(3 * rotation) - rotation).norm() < 1e-14);
    CHECK((signed_svd(rotation).stretches - Vector3<double>::Ones()).norm() < 1e-14);
  }
}

// Near a reflection of a rotation three roots of the quartic meet. There rounding threw the last of Halley's
// steps far beyond the roots.
TEST_CASE("A step of Halley's method that overshoots does not end the iteration") {
  Matrix3<float> F;
  const float entries[] = {-0x1.7d099p-2f,  0x1.d7c4bap-1f, -0x1.048a94p-3f, 0x1.346584p-5f, -0x1.f3ebecp-4f,
                           -0x1.fb372ap-1f, 0x1.dc04bp-1f,  0x1.7ee2ep-2f,   -0x1.56541ep-7f};
  std::copy_n(entries, 9, F.data());
  Matrix3<Lanes<float>> lanes;
  for (int lane = 0; lane < lane_count<Lanes<float>>; ++lane) set_lane(lanes, lane, F);
  const Matrix3<float> R = lane_of(closest_rotation(lanes), 0);
  CHECK((R.transpose() * R - Matrix3<float>::Identity()).norm() < 1e-5f);
  CHECK((R - signed_svd(F).rotation()).norm() < 1e-5f);
}
