// Tests the Taylor tests that users run on their scenes: right derivatives pass, and slightly wrong ones
// fail.
#include <catch2/catch.hpp>
#include <cmath>

#include "deformable/energy/elements.h"
#include "deformable/energy/point_stencil.h"
#include "deformable/energy/zero_length_spring.h"
#include "deformable/problem/derivative_test.h"
#include "tests/support/beam_problem.h"

// Not in an anonymous namespace: g++ warns about templates over types from one.
namespace simbench::test {

// A spring of rest length zero whose gradient, or whose Hessian, is wrong by 1 %.
struct WrongParameters : SpringParameters {
  double gradient = 1, hessian = 1;  // 1 is right
};
template <class Number>
struct WrongSpring : ZeroLengthSpring<Number> {
  using Parameters = WrongParameters;
  Number gradient, hessian;

  explicit WrongSpring(const WrongParameters& parameters)
      : ZeroLengthSpring<Number>({parameters.stiffness}),
        gradient(number<Number>(parameters.gradient)),
        hessian(number<Number>(parameters.hessian)) {}
  Response<Number, 1> respond(const Vector3<Number>& y) const {
    Response<Number, 1> response = ZeroLengthSpring<Number>::respond(y);
    response.stress *= gradient;
    return response;
  }
  friend VectorHessian<Number> density_hessian(const WrongSpring& law, const Vector3<Number>&, Definiteness) {
    return {law.stiffness * law.hessian * Matrix3<Number>::Identity()};
  }
};

std::vector<DerivativeTest> anchor_tests(double gradient, double hessian) {
  IncrementalPotential<double> problem = twisted_beam({});
  const std::vector<int> vertices = {0};
  const Positions<double> targets = problem.previous_positions.leftCols(1).array() + 0.1;
  problem.potentials.push_back(std::make_shared<Elements<PointStencil, WrongSpring, double>>(
      PointStencil(vertices, targets), WrongParameters{{1e5}, gradient, hessian}));
  std::vector<DerivativeTest> tests = test_derivatives(problem, problem.previous_positions, 0.01);
  return {tests.end() - 2, tests.end()};
}

TEST_CASE("The derivatives of every law, of inertia and of anchors pass on a twisted beam") {
  for (const std::string_view law : material_names()) {
    const IncrementalPotential<double> problem = twisted_beam({.law = std::string(law), .anchored = true});
    const auto tests = test_derivatives(problem, problem.previous_positions, 1e-3);
    REQUIRE(tests.size() == 6);
    for (const DerivativeTest& test : tests) {
      INFO(law << ": " << test.derivative << " of " << test.term << ", slope " << test.slope);
      CHECK(test.passed());
      CHECK((std::isinf(test.slope) || std::abs(test.slope - 2) < 0.1));
    }
    CHECK(std::isfinite(tests[2].slope));  // the law's gradient is not lost in rounding
    CHECK(std::isfinite(tests[3].slope));
  }
}

TEST_CASE("A gradient or a Hessian that is wrong by a hundredth is found") {
  const auto right = anchor_tests(1, 1), gradient = anchor_tests(1.01, 1), hessian = anchor_tests(1, 1.01);
  CHECK(right[0].passed());
  CHECK(right[1].passed());
  CHECK_FALSE(gradient[0].passed());
  CHECK(gradient[0].slope == Approx(1).margin(0.1));
  CHECK_FALSE(hessian[1].passed());
  CHECK(hessian[1].slope == Approx(1).margin(0.1));
}

TEST_CASE("The derivatives of an infinite energy do not pass") {
  const IncrementalPotential<double> problem = twisted_beam({.law = "neo_hookean"});
  Positions<double> mirrored = problem.previous_positions;
  mirrored.row(0) *= -1;
  const auto tests = test_derivatives(problem, mirrored, 1e-3);
  CHECK(tests[0].passed());
  CHECK_FALSE(tests[2].passed());
}

}  // namespace simbench::test
