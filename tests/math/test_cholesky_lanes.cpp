#include <Eigen/Cholesky>
#include <catch2/catch.hpp>

#include "math/cholesky_lanes.h"
#include "tests/support/lanes.h"

using namespace simbench;
using namespace simbench::test;

namespace {

// Symmetric matrices: definite, indefinite, singular, of very different sizes, with one entry not a number.
template <class Real>
std::vector<Matrix3<Real>> symmetric_matrices() {
  std::vector<Matrix3<Real>> matrices = {Matrix3<Real>::Zero(), Matrix3<Real>::Ones(),
                                         Matrix3<Real>::Identity(), -Matrix3<Real>::Identity()};
  Random random(1);
  for (int i = 0; i < 20000; ++i) {
    Vector3<double> eigenvalues;
    for (double& value : eigenvalues) value = std::exp(5 * random.normal());
    if (i % 4 == 1) eigenvalues[i % 3] *= -1;
    const Matrix3<double> axes = random.rotation();
    matrices.push_back(
        Matrix3<double>(axes * eigenvalues.asDiagonal() * axes.transpose()).template cast<Real>());
    if (i % 100 == 2) matrices.back()(i % 3, 0) = std::numeric_limits<Real>::quiet_NaN();
  }
  return matrices;
}

}  // namespace

TEMPLATE_TEST_CASE("Each lane solves a definite system, and refuses another one, to the bit like Eigen::LLT",
                   "", double, float) {
  using Number = Lanes<TestType>;
  const std::vector<Matrix3<TestType>> matrices = symmetric_matrices<TestType>();
  Random random(2);
  int refused = 0;
  for (std::size_t i = 0; i < matrices.size(); ++i) {
    Vector3<Number> b, x;
    for (int row = 0; row < 3; ++row)
      b[row] = Number([&](auto) { return static_cast<TestType>(random.normal()); });
    const auto is_definite = solve_definite(pack<Number>(matrices, i), b, x);
    for (int lane = 0; lane < lane_count<Number>; ++lane) {
      const Eigen::LLT<Matrix3<TestType>> factorised(lane_of(pack<Number>(matrices, i), lane));
      INFO("A =\n" << lane_of(pack<Number>(matrices, i), lane) << "\nb = " << lane_of(b, lane).transpose());
      REQUIRE(is_definite[lane] == (factorised.info() == Eigen::Success));
      if (lane == 0 && !is_definite[lane]) ++refused;
      if (!is_definite[lane]) continue;
      REQUIRE(same_bits(lane_of(x, lane), Vector3<TestType>(factorised.solve(lane_of(b, lane)))));
    }
  }
  CHECK(refused > 1000);
}
