#include <catch2/catch.hpp>

#include "deformable/energy/anchor_potential.h"
#include "tests/support/beam.h"
#include "tests/support/random.h"
#include "tests/support/taylor.h"

using namespace simbench;
using namespace simbench::test;

namespace {

const std::vector<int> held = {4, 0, 3};
constexpr double stiffness = 250;  // [N/m]

Positions<double> example_targets() {
  return Random(1).matrix(3, 3);
}
Positions<double> example_positions() {
  return Random(2).matrix(3, 6);
}

}  // namespace

TEST_CASE("Anchors are springs of rest length zero") {
  const Positions<double> targets = example_targets(), positions = example_positions();
  const auto potential = anchor_potential(held, targets, stiffness);
  CHECK(!potential->is_material());
  CHECK(potential->law() == "anchor");
  CHECK(potential->element_count() == 3);
  double energy = 0;
  Positions<double> expected = Positions<double>::Zero(3, 6), gradient = expected;
  for (Index i = 0; i < 3; ++i) {
    const Vector3<double> deviation = positions.col(held[i]) - targets.col(i);
    energy += stiffness / 2 * deviation.dot(deviation);
    expected.col(held[i]) = stiffness * deviation;
  }
  REQUIRE(energy > 1);
  CHECK(potential->value(positions) == Approx(energy).epsilon(1e-14));
  CHECK(potential->add_gradient(positions, gradient) == Approx(energy).epsilon(1e-14));
  CHECK((gradient - expected).norm() < 1e-13 * expected.norm());
  CHECK(gradient.col(1).isZero(0));

  const Positions<double> direction = Random(3).matrix(3, 6);
  const double derivative = gradient.cwiseProduct(direction).sum();
  CHECK(taylor_slope(
            [&](double t) {
              return std::abs(potential->value(positions + t * direction) - energy - t * derivative);
            },
            1e-13) == Approx(2).margin(0.05));
}

TEST_CASE("The Hessian of anchors is their stiffness on the diagonal") {
  const auto potential = anchor_potential(held, example_targets(), stiffness);
  std::vector<std::span<const int>> elements;
  potential->append_elements(elements);
  REQUIRE(elements.size() == 3);
  CHECK(elements[0][0] == 4);
  BlockMatrix<double> hessian(6, elements);
  potential->add_hessian(example_positions(), GENERATE(Definiteness::exact, Definiteness::clamped), hessian);
  Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(18, 18);
  for (const int vertex : held)
    expected.block<3, 3>(3 * vertex, 3 * vertex).diagonal().setConstant(stiffness);
  CHECK(Eigen::MatrixXd(hessian.matrix()) == expected);
}

TEST_CASE("Anchors in single precision round the exact targets once") {
  const Positions<double> targets = example_targets();
  const auto single = anchor_potential(held, targets, 0.1)->single_precision();
  Reduced<float> y(3, 3);
  single->reduce(Positions<float>::Zero(3, 6), y);
  CHECK(y.transpose() == -targets.cast<float>());
  CHECK(single->stiffnesses()[2] == 0.1F);
  const Positions<double> positions = example_positions();
  const double value = anchor_potential(held, targets, 0.1)->value(positions);
  CHECK(single->value(positions.cast<float>()) == Approx(value).epsilon(1e-6));
}
