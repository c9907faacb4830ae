// Tests that stress and Hessian of every law are derivatives of its energy density, by Taylor's test.
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <catch2/catch.hpp>

#include "tests/support/laws.h"
#include "tests/support/random.h"
#include "tests/support/taylor.h"

using namespace simbench;
using namespace simbench::test;

namespace {

constexpr int cases = 30;
constexpr double rounding = 1e-16 * law_scale;

}  // namespace

TEST_CASE("The stress is the gradient of the density") {
  const TestLaw& law = GENERATE(from_range(test_laws()));
  INFO(law.name());
  Random random(1);
  int inverted = 0, refused = 0;
  for (int i = 0; i < cases; ++i) {
    const Matrix3<double> F = random.deformation(0.4, 1.8);
    const Matrix3<double> direction = random.matrix3().normalized();
    const Response<double> response = law.respond(F);
    if (!std::isfinite(response.density)) {  // some laws are infinite in inverted elements
      REQUIRE(F.determinant() < 0);
      ++refused;
      continue;
    }
    inverted += F.determinant() < 0;
    const double derivative = response.stress.cwiseProduct(direction).sum();
    REQUIRE(std::abs(derivative) > 1e-6);
    const double slope = taylor_slope(
        [&](double t) {
          return std::abs(law.respond(F + t * direction).density - response.density - t * derivative);
        },
        rounding);
    CHECK(slope == Approx(2).margin(0.05));
    // Checks the test itself: with a stress that is wrong by 1 % the slope is 1.
    const double wrong = taylor_slope(
        [&](double t) {
          return std::abs(law.respond(F + t * direction).density - response.density - 1.01 * t * derivative);
        },
        rounding);
    if (std::abs(derivative) > 1) CHECK(wrong < 1.9);
  }
  CHECK(inverted + refused > cases / 4);
  CHECK((inverted == 0 || refused == 0));
}

TEST_CASE("The exact Hessian is the derivative of the stress") {
  const TestLaw& law = GENERATE(from_range(test_laws()));
  INFO(law.name());
  Random random(2);
  for (int i = 0; i < cases; ++i) {
    const Matrix3<double> F = random.deformation(0.4, 1.8);
    const Matrix3<double> direction = random.matrix3().normalized();
    if (!std::isfinite(law.respond(F).density)) continue;
    const Matrix9<double> hessian = law.density_hessian_matrix(F, Definiteness::exact);
    const Vector9<double> stress = law.respond(F).stress.reshaped();
    const Vector9<double> change = hessian * direction.reshaped();
    REQUIRE(change.norm() > 1e-3);
    if (const std::optional<double> second = law.second_derivative(F, direction))
      CHECK(*second == Approx(change.dot(direction.reshaped())).epsilon(1e-9).margin(1e-9 * change.norm()));
    // Where σ₂ + σ₃ is small, the strain law's R turns fast, and Taylor's series does not hold for such a
    // step.
    const SignedSvd<double> svd = signed_svd(F);
    if (svd.stretches[1] + svd.stretches[2] < 0.05) continue;
    const double slope = taylor_slope(
        [&](double t) {
          const Vector9<double> moved = law.respond(F + t * direction).stress.reshaped();
          return (moved - stress - t * change).norm();
        },
        rounding);
    CHECK(slope == Approx(2).margin(0.05));
  }
}

TEST_CASE("Density and stress are the same, whether computed from F or from the stretches") {
  const TestLaw& law = GENERATE(from_range(test_laws()));
  INFO(law.name());
  Random random(4);
  for (int i = 0; i < cases; ++i) {
    const Matrix3<double> F = random.deformation(0.4, 1.8);
    const Response<double> response = law.respond(F);
    if (!std::isfinite(response.density)) continue;
    const SignedSvd<double> svd = signed_svd(F);
    const Matrix3<double> stress = svd.U * law.gradient(svd.stretches).asDiagonal() * svd.V.transpose();
    REQUIRE(stress.norm() > 1e-3);
    CHECK(response.density == Approx(law.density(svd.stretches)).epsilon(1e-12).margin(1e-13));
    CHECK((response.stress - stress).norm() < 1e-12 * law_scale);
  }
}

TEST_CASE("Clamping removes only the negative eigenvalues, and absolute values change only their sign") {
  const TestLaw& law = GENERATE(from_range(test_laws()));
  INFO(law.name());
  Random random(5);
  int indefinite = 0, definite = 0;
  for (int i = 0; i < 10 * cases; ++i) {
    const Matrix3<double> F = i % 2 == 0 ? random.deformation(0.2, 1.5) : random.deformation(1.02, 1.2);
    if (!std::isfinite(law.respond(F).density)) continue;
    const Matrix9<double> exact = law.density_hessian_matrix(F, Definiteness::exact);
    const Matrix9<double> clamped = law.density_hessian_matrix(F, Definiteness::clamped);
    const Eigen::SelfAdjointEigenSolver<Matrix9<double>> eigen(exact);
    const double largest = eigen.eigenvalues().cwiseAbs().maxCoeff();
    CHECK((exact - exact.transpose()).norm() <= 1e-14 * largest);
    CHECK(Eigen::SelfAdjointEigenSolver<Matrix9<double>>(clamped).eigenvalues()[0] >= -1e-12 * largest);
    // Computed differently from the law, without its eigenvectors: the nearest positive semidefinite
    // matrix.
    const Matrix9<double> nearest = eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0).asDiagonal() *
                                    eigen.eigenvectors().transpose();
    CHECK((clamped - nearest).norm() <= 1e-12 * largest);
    const Matrix9<double> absolute = law.density_hessian_matrix(F, Definiteness::absolute);
    const Matrix9<double> turned =
        eigen.eigenvectors() * eigen.eigenvalues().cwiseAbs().asDiagonal() * eigen.eigenvectors().transpose();
    CHECK((absolute - turned).norm() <= 1e-12 * largest);
    if (eigen.eigenvalues()[0] > 0) {
      CHECK((clamped - exact).norm() <= 1e-14 * largest);
      ++definite;
    } else {
      ++indefinite;
    }
  }
  CHECK(definite > 10);
  CHECK(indefinite > 10);
}
