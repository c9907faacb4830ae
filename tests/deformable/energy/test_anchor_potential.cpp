#include <catch2/catch.hpp>

#include "deformable/energy/anchor_potential.h"
#include "tests/support/random.h"

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
  const double energy = stiffness / 2 * (positions(Eigen::all, held) - targets).squaredNorm();
  REQUIRE(energy > 1);
  CHECK(potential->value(positions) == Approx(energy).epsilon(1e-14));
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
