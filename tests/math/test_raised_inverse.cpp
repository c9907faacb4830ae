#include <Eigen/Eigenvalues>
#include <catch2/catch.hpp>

#include "math/closest_rotation.h"
#include "math/raised_inverse.h"
#include "tests/support/random.h"

using namespace simbench;
using namespace simbench::test;

namespace {

template <class Real>
Matrix3<Real> by_polynomial(const Matrix3<double>& A, double least) {
  const double mean = A.trace() / 3;
  const Matrix3<Real> B = (A - mean * Matrix3<double>::Identity()).cast<Real>();
  const auto f = raised_inverse<Real>(static_cast<Real>(mean), B.squaredNorm(), B.determinant(),
                                      static_cast<Real>(least));
  Matrix3<Real> result = f.of_matrix * B + f.of_adjugate * cofactor(B);
  add_to_diagonal(result, f.constant);
  return result;
}

Matrix3<double> by_eigenvectors(const Matrix3<double>& A, double least) {
  const Eigen::SelfAdjointEigenSolver<Matrix3<double>> eigen(A);
  return eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(least).cwiseInverse().asDiagonal() *
         eigen.eigenvectors().transpose();
}

}  // namespace

TEMPLATE_TEST_CASE("The raised inverse agrees with one by eigenvectors, also where eigenvalues are equal", "",
                   double, float) {
  const double epsilon = std::numeric_limits<TestType>::epsilon();
  Random random(1);
  for (int i = 0; i < 20000; ++i) {
    Vector3<double> eigenvalues(random.normal(), random.normal(), random.normal());
    if (i % 5 == 1) eigenvalues[1] = eigenvalues[0];
    if (i % 5 == 2) eigenvalues[1] = eigenvalues[0] * (1 + std::pow(10, random.uniform(-16, 0)));
    if (i % 5 == 3) eigenvalues *= std::pow(10, random.uniform(-16, 0));
    if (i % 5 == 4) eigenvalues.setConstant(eigenvalues[0]);
    const Matrix3<double> Q = random.rotation();
    const Matrix3<double> A = Q * (eigenvalues + Vector3<double>::Constant(2)).asDiagonal() * Q.transpose();
    INFO("eigenvalues - 2: " << eigenvalues.transpose());
    // Two equal eigenvalues at the bound: see the next test.
    const double largest = eigenvalues.cwiseAbs().maxCoeff();
    const bool is_at_bound = eigenvalues.cwiseAbs().minCoeff() < 10 * std::sqrt(epsilon) * largest;
    const double tolerance = is_at_bound ? std::sqrt(epsilon) * largest : 0;
    CHECK((by_polynomial<TestType>(A, 2).template cast<double>() - by_eigenvectors(A, 2)).norm() <
          50 * epsilon + tolerance);
  }
}

TEST_CASE("Where two equal eigenvalues are the bound, half of the digits of their distance are right") {
  const Vector3<double> eigenvalues(2.1, 2 + 1e-9, 2 - 1e-9);
  Random random(2);
  for (int i = 0; i < 100; ++i) {
    const Matrix3<double> Q = random.rotation(), A = Q * eigenvalues.asDiagonal() * Q.transpose();
    CHECK((by_polynomial<double>(A, 2) - by_eigenvectors(A, 2)).norm() < 1e-9);
  }
}
