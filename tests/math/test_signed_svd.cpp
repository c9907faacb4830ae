#include <Eigen/LU>
#include <Eigen/SVD>
#include <catch2/catch.hpp>

#include "math/signed_svd.h"
#include "tests/support/random.h"

using namespace simbench;
using namespace simbench::test;

namespace {

template <class Real>
void check_decomposition(const Matrix3<Real>& F) {
  // The rounding of a few rotations of the columns.
  const Real tolerance = 45 * std::numeric_limits<Real>::epsilon();  // 1e-14 in double
  const SignedSvd<Real> svd = signed_svd(F);
  const Vector3<Real> s = svd.stretches;
  INFO("F =\n" << F << "\nstretches " << s.transpose());
  REQUIRE(s.allFinite());
  for (const Matrix3<Real>& rotation : {svd.U, svd.V}) {
    CHECK((rotation.transpose() * rotation - Matrix3<Real>::Identity()).norm() < tolerance);
    CHECK(std::abs(rotation.determinant() - 1) < tolerance);
  }
  CHECK(s[0] >= s[1]);
  CHECK(s[1] >= std::abs(s[2]) - tolerance * s[0]);
  // Scaled, so that products and norms neither overflow nor underflow.
  const Real largest = F.cwiseAbs().maxCoeff();
  const Real scale = largest > 0 ? largest : 1;
  const Matrix3<Real> scaled = F / scale;
  const Matrix3<Real> rebuilt = svd.U * Vector3<Real>(s / scale).asDiagonal() * svd.V.transpose();
  CHECK((rebuilt - scaled).norm() <= tolerance);
}

Matrix3<double> from_stretches(const Vector3<double>& stretches, unsigned seed) {
  Random random(seed);
  if (seed == 0) return stretches.asDiagonal();
  return random.rotation() * stretches.asDiagonal() * random.rotation();
}

}  // namespace

TEST_CASE("Random matrices decompose into rotations and ordered stretches") {
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    const Matrix3<double> F = i % 2 == 0 ? random.matrix3() : random.deformation(0.01, 2);
    check_decomposition<double>(F);
    check_decomposition<float>(F.cast<float>());
  }
}

TEST_CASE("Stretches are Eigen's singular values, the last with the sign of det F") {
  Random random(2);
  int negative = 0;
  for (int i = 0; i < 2000; ++i) {
    const Matrix3<double> F = random.matrix3();
    const Vector3<double> expected = Eigen::JacobiSVD<Matrix3<double>>(F).singularValues();
    const Vector3<double> stretches = signed_svd(F).stretches;
    CHECK((stretches.cwiseAbs() - expected).norm() < 1e-14 * expected[0]);
    CHECK(std::signbit(stretches[2]) == std::signbit(F.determinant()));
    negative += F.determinant() < 0;
  }
  CHECK(negative > 500);
  CHECK(negative < 1500);
}

TEST_CASE("Small stretches keep their relative accuracy when the columns are graded") {
  // One-sided Jacobi promises this for B D with well-conditioned B and any diagonal D.
  Random random(3);
  for (int i = 0; i < 100; ++i) {
    const Matrix3<double> rotation = random.rotation();
    const Matrix3<double> F = rotation * Vector3<double>(1, 1e-6, 1e-12).asDiagonal();
    const Vector3<double> stretches = signed_svd(F).stretches;
    CHECK(stretches[1] == Approx(1e-6).epsilon(1e-13));
    CHECK(stretches[2] == Approx(1e-12).epsilon(1e-12));
  }
}

TEST_CASE("Degenerate matrices decompose like any other") {
  const Vector3<double> stretches = GENERATE(
      Vector3<double>(0, 0, 0), Vector3<double>(1, 0, 0), Vector3<double>(1, 1, 0), Vector3<double>(2, 1, 0),
      Vector3<double>(1, 1, 1), Vector3<double>(3, 1, 1), Vector3<double>(2, 2, 1), Vector3<double>(1, 1, -1),
      Vector3<double>(-1, -1, -1), Vector3<double>(2, 1, -1), Vector3<double>(1, 0.5, -0.5 + 1e-15),
      Vector3<double>(1, 1e-8, -1e-8), Vector3<double>(1, 1e-160, -1e-160), Vector3<double>(1, 1e-160, 0));
  for (unsigned seed = 0; seed < 5; ++seed) {
    const Matrix3<double> F = from_stretches(stretches, seed);
    check_decomposition<double>(F);
    check_decomposition<float>(F.cast<float>());
  }
}

TEST_CASE("The scale of a matrix does not matter") {
  const double scale = GENERATE(1e150, 1e-150, 1e-160, 1e-300, 1e300);
  for (unsigned seed = 0; seed < 5; ++seed) {
    for (const Vector3<double>& stretches :
         {Vector3<double>(1.5, 1, 0.7), Vector3<double>(1, 0.5, -0.5), Vector3<double>(1, 1, 0)}) {
      const Matrix3<double> F = scale * from_stretches(stretches, seed);
      check_decomposition<double>(F);
      CHECK(signed_svd(F).stretches[0] == Approx(scale * stretches[0]).epsilon(1e-13));
    }
  }
  check_decomposition<float>(from_stretches({1.5, 1, -0.7}, 1).cast<float>() * 1e-30F);
  check_decomposition<float>(from_stretches({1.5, 1, -0.7}, 1).cast<float>() * 1e30F);
}

TEST_CASE("Every finite matrix decomposes, also with the smallest and largest numbers") {
  // 1e-310 and 1e-40F are subnormal: the power of two that scales them to 1 would overflow, and so would the
  // one that scales a stretch back to 1e308.
  const Matrix3<double> tiny = 1e-310 * from_stretches({1.5, 1, 0.7}, 1);
  const Matrix3<double> huge = 1e308 * from_stretches({1.5, 1, 0.7}, 0);
  for (const Matrix3<double>& F : {tiny, huge}) {
    const SignedSvd<double> svd = signed_svd(F);
    CHECK(svd.stretches.allFinite());
    CHECK(svd.stretches[0] == Approx(1.5 * (F == tiny ? 1e-310 : 1e308)).epsilon(1e-12));
    CHECK((svd.U.transpose() * svd.U - Matrix3<double>::Identity()).norm() < 1e-14);
    CHECK((svd.V.transpose() * svd.V - Matrix3<double>::Identity()).norm() < 1e-14);
  }
  const Matrix3<float> tiny_float = from_stretches({1.5, 1, 0.7}, 1).cast<float>() * 1e-40F;
  CHECK(signed_svd(tiny_float).stretches.allFinite());
}
