// The Taylor tests that users run on their scenes: they pass on what is right and fail on what is wrong by little.
#include <catch2/catch.hpp>
#include <cmath>

#include "problem/derivative_test.h"
#include "tests/support/beam_problem.h"

using namespace simbench;
using namespace simbench::test;

namespace {

// Anchors whose gradient, or whose Hessian, is wrong by 1 %.
class WrongAnchors : public AnchorTerm<double> {
 public:
  WrongAnchors(const std::vector<int>& vertices, const Positions<double>& targets, double gradient,
               double hessian)
      : AnchorTerm<double>(vertices, targets, 1e5),
        right_(vertices, targets, 1e5),
        gradient_(gradient),
        hessian_(hessian) {}
  double add_gradient(const Positions<double>& positions, Positions<double>& gradient) const override {
    Positions<double> own = Positions<double>::Zero(3, positions.cols());
    const double value = right_.add_gradient(positions, own);
    gradient += gradient_ * own;
    return value;
  }
  void add_hessian(const Positions<double>&, Definiteness, BlockMatrix<double>& hessian) const override {
    hessian.add_diagonal(0, hessian_ * 1e5);
  }

 private:
  AnchorTerm<double> right_;
  double gradient_, hessian_;
};

std::vector<DerivativeTest> anchor_tests(double gradient, double hessian) {
  ImplicitEulerProblem<double> problem = twisted_beam({});
  const std::vector<int> vertices = {0};
  const Positions<double> targets = problem.previous_positions.leftCols(1).array() + 0.1;
  problem.terms.push_back(std::make_shared<WrongAnchors>(vertices, targets, gradient, hessian));
  std::vector<DerivativeTest> tests = test_derivatives(problem, problem.previous_positions, 0.01);
  return {tests.end() - 2, tests.end()};
}

}  // namespace

TEST_CASE("The derivatives of every law pass on a twisted beam, inertia and anchors too") {
  for (const std::string_view law : material_names()) {
    BeamSettings settings;
    settings.law = law;
    settings.anchored = true;
    const ImplicitEulerProblem<double> problem = twisted_beam(settings);
    const auto tests = test_derivatives(problem, problem.previous_positions, 1e-3);
    REQUIRE(tests.size() == 6);
    for (const DerivativeTest& test : tests) {
      INFO(law << ": " << test.derivative << " of " << test.term << ", slope " << test.slope);
      CHECK(test.passed());
      CHECK((std::isinf(test.slope) || std::abs(test.slope - 2) < 0.1));
    }
    CHECK(std::isfinite(tests[2].slope));  // the law's gradient was seen, not lost in rounding
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

TEST_CASE("Where an energy is infinite there is no derivative") {
  BeamSettings settings;
  settings.law = "neo_hookean";
  const ImplicitEulerProblem<double> problem = twisted_beam(settings);
  Positions<double> mirrored = problem.previous_positions;
  mirrored.row(0) *= -1;
  const auto tests = test_derivatives(problem, mirrored, 1e-3);
  CHECK(tests[0].passed());
  CHECK_FALSE(tests[2].passed());
}
