#include <Eigen/LU>
#include <catch2/catch.hpp>

#include "math/signed_svd_lanes.h"
#include "tests/support/lanes.h"

using namespace simbench;
using namespace simbench::test;

TEMPLATE_TEST_CASE(
    "Each lane of the decomposition and of the closest rotation equals the result for one matrix", "", double,
    float) {
  using Number = Lanes<TestType>;
  const std::vector<Matrix3<TestType>> matrices = adversarial_matrices<TestType>();
  for (std::size_t i = 0; i < matrices.size(); ++i) {
    const Matrix3<Number> F = pack<Number>(matrices, i);
    INFO("F =\n" << matrices[i]);
    CHECK(lanes_stand_alone([](const auto& matrix) { return closest_rotation(matrix); }, F));
    CHECK(lanes_stand_alone([](const auto& matrix) { return signed_svd(matrix).U; }, F));
    CHECK(lanes_stand_alone([](const auto& matrix) { return signed_svd(matrix).stretches; }, F));
    CHECK(lanes_stand_alone([](const auto& matrix) { return signed_svd(matrix).V; }, F));
  }
}

TEMPLATE_TEST_CASE("Each lane is decomposed as well as a matrix by itself", "", double, float) {
  using Number = Lanes<TestType>;
  constexpr TestType tolerance = 45 * std::numeric_limits<TestType>::epsilon();  // 1e-14 in double
  std::vector<Matrix3<TestType>> matrices = adversarial_matrices<TestType>();
  Random random(2);
  for (int i = 0; i < 20000; ++i) {
    Vector3<double> stretches;
    const double spread = std::pow(10, random.uniform(-16, 1));
    for (double& stretch : stretches) stretch = std::exp(spread * random.normal());
    if (i % 2) stretches[2] *= -random.uniform(0, 1);
    matrices.push_back(
        Matrix3<double>(random.rotation() * stretches.asDiagonal() * random.rotation()).cast<TestType>());
  }
  for (std::size_t i = 0; i < matrices.size(); ++i) {
    const SignedSvd<Number> svd = signed_svd(pack<Number>(matrices, i));
    const Matrix3<TestType>&F = matrices[i], U = lane_of(svd.U, 0), V = lane_of(svd.V, 0);
    const TestType largest = F.cwiseAbs().maxCoeff();
    if (!F.allFinite() || largest > std::sqrt(std::numeric_limits<TestType>::max())) continue;
    const Vector3<TestType> s = lane_of(svd.stretches, 0) / (largest > 0 ? largest : 1);
    const Vector3<TestType> expected = signed_svd(F).stretches / (largest > 0 ? largest : 1);
    INFO("F =\n"
         << F << "\nstretches/largest entry " << s.transpose() << ", expected " << expected.transpose());
    for (const Matrix3<TestType>& rotation : {U, V}) {
      CHECK((rotation.transpose() * rotation - Matrix3<TestType>::Identity()).norm() < tolerance);
      CHECK(std::abs(rotation.determinant() - 1) < tolerance);
    }
    CHECK(s[0] >= s[1]);
    CHECK(s[1] >= std::abs(s[2]) - tolerance * s[0]);
    CHECK((s - expected).norm() <= tolerance);
    CHECK((U * s.asDiagonal() * V.transpose() - F / (largest > 0 ? largest : 1)).norm() <= tolerance);
  }
}

TEST_CASE("Matrices whose squares overflow or underflow are decomposed one by one") {
  using Number = Lanes<double>;
  const std::vector<Matrix3<double>> matrices = adversarial_matrices<double>();
  int outside = 0;
  for (std::size_t i = 0; i < matrices.size(); ++i) {
    const double largest = matrices[i].cwiseAbs().maxCoeff();
    if (largest > 1e-100 && largest < 1e100) continue;
    const SignedSvd<Number> svd = signed_svd(pack<Number>(matrices, i));
    const SignedSvd<double> alone = signed_svd(matrices[i]);
    CHECK(same_bits(lane_of(svd.U, 0), alone.U));
    CHECK(same_bits(lane_of(svd.stretches, 0), alone.stretches));
    CHECK(same_bits(lane_of(svd.V, 0), alone.V));
    ++outside;
  }
  CHECK(outside > 20);
}

TEST_CASE("Eigenvectors of a symmetric matrix in lanes: diagonal, with equal eigenvalues, and zero") {
  for (const Vector3<double>& values :
       {Vector3<double>(1, 2, 3), Vector3<double>(3, 1, 2), Vector3<double>(1, 1, 2),
        Vector3<double>(2, 1, 1), Vector3<double>(1, 0, -1), Vector3<double>(0, -1, 1),
        Vector3<double>(5, 5, 5), Vector3<double>(0, 0, 0)}) {
    for (const bool is_turned : {false, true}) {
      Random random(3);
      const Matrix3<double> axes = is_turned ? random.rotation() : Matrix3<double>::Identity();
      const Matrix3<double> S = axes * values.asDiagonal() * axes.transpose();
      Matrix3<Lanes<double>> lanes;
      for (int lane = 0; lane < lane_count<Lanes<double>>; ++lane) set_lane(lanes, lane, S);
      const Matrix3<double> V = lane_of(symmetric_eigenvectors(lanes), 0);
      const Matrix3<double> D = V.transpose() * S * V;
      INFO("S =\n" << S << "\nV =\n" << V);
      CHECK(std::abs(V.determinant() - 1) < 1e-15);
      CHECK((V.transpose() * V - Matrix3<double>::Identity()).norm() < 5e-15);
      CHECK((D - Matrix3<double>(D.diagonal().asDiagonal())).norm() < 1e-14);
      CHECK(D(0, 0) >= D(1, 1) - 1e-14);
      CHECK(D(1, 1) >= D(2, 2) - 1e-14);
    }
  }
}
