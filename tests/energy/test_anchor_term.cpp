#include <catch2/catch.hpp>

#include "energy/anchor_term.h"
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
  const AnchorTerm<double> term(held, targets, stiffness);
  CHECK(term.kind() == TermKind::anchors);
  CHECK(term.law() == "anchor");
  CHECK(term.element_count() == 3);
  double energy = 0;
  Positions<double> expected = Positions<double>::Zero(3, 6), gradient = expected;
  for (Index i = 0; i < 3; ++i) {
    const Vector3<double> deviation = positions.col(held[i]) - targets.col(i);
    energy += stiffness / 2 * deviation.dot(deviation);
    expected.col(held[i]) = stiffness * deviation;
  }
  REQUIRE(energy > 1);
  CHECK(term.value(positions) == Approx(energy).epsilon(1e-14));
  CHECK(term.add_gradient(positions, gradient) == Approx(energy).epsilon(1e-14));
  CHECK((gradient - expected).norm() < 1e-13 * expected.norm());
  CHECK(gradient.col(1).isZero(0));

  const Positions<double> direction = Random(3).matrix(3, 6);
  const double derivative = gradient.cwiseProduct(direction).sum();
  CHECK(
      taylor_slope(
          [&](double t) { return std::abs(term.value(positions + t * direction) - energy - t * derivative); },
          1e-13) == Approx(2).margin(0.05));
}

TEST_CASE("The Hessian of anchors is their stiffness on the diagonal") {
  const AnchorTerm<double> term(held, example_targets(), stiffness);
  std::vector<std::span<const int>> elements;
  term.append_elements(elements);
  REQUIRE(elements.size() == 3);
  CHECK(elements[0][0] == 4);
  BlockMatrix<double> hessian(6, elements);
  term.add_hessian(example_positions(), GENERATE(Definiteness::exact, Definiteness::clamped), hessian);
  Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(18, 18);
  for (const int vertex : held)
    expected.block<3, 3>(3 * vertex, 3 * vertex).diagonal().setConstant(stiffness);
  CHECK(Eigen::MatrixXd(hessian.matrix()) == expected);
}

TEST_CASE("Anchors project to their targets, and their proximal map lies on the way there") {
  const Positions<double> targets = example_targets(), positions = example_positions();
  const AnchorTerm<double> term(held, targets, stiffness);
  REQUIRE(term.can_project());
  Positions<double> projected = Positions<double>::Zero(3, 6), expected = projected;
  term.add_projections(positions, projected);
  for (Index i = 0; i < 3; ++i) expected.col(held[i]) = stiffness * targets.col(i);
  CHECK(projected == expected);
  Reduced<double> Dq(3, 3);
  term.reduce(positions, Dq);
  CHECK(Dq.transpose() == positions(Eigen::all, held));
  // k (z − a) + w² (z − y) = 0.
  const VectorX<double> squared_weights = Vector3<double>(10, 250, 4000);
  const Reduced<double> start = Random(5).matrix(3, 3), y = Dq + start;
  Reduced<double> z = y, u = start;
  Positions<double> result = Positions<double>::Zero(3, 6);
  term.split(squared_weights, 1, positions, z, u, result);
  for (Index i = 0; i < 3; ++i) {
    const Vector3<double> Z = z.row(i).transpose(), Y = y.row(i).transpose();
    const Vector3<double> spring = stiffness * (Z - targets.col(i));
    REQUIRE(spring.norm() > 1);
    CHECK((spring + squared_weights[i] * (Z - Y)).norm() < 1e-12 * spring.norm());
    CHECK((u.row(i).transpose() - (Y - Z)).norm() < 1e-14);
    CHECK((result.col(held[i]) - squared_weights[i] * (2 * Z - Y)).norm() < 1e-11 * squared_weights[i]);
  }
}

TEST_CASE("One sweep over anchors is the exact implicit spring, and without compliance the target") {
  const Positions<double> targets = example_targets();
  const AnchorTerm<double> term(held, targets, stiffness);
  const VectorX<double> inverse_masses = Random(4).positive_vector(6);
  const double time_step = 0.05;
  Positions<double> positions = example_positions();
  const Positions<double> start = positions;
  REQUIRE(term.constraint_count(ConstraintForm::split) == 1);
  const auto sweep = term.constraint_sweep(ConstraintForm::split, 1 / (time_step * time_step), mesh_order(3),
                                           inverse_masses);
  sweep->run(positions);
  for (Index i = 0; i < 3; ++i) {
    const double factor = 1 / (1 + time_step * time_step * stiffness * inverse_masses[held[i]]);
    const Vector3<double> expected = targets.col(i) + factor * (start.col(held[i]) - targets.col(i));
    CHECK((positions.col(held[i]) - expected).norm() < 1e-14);
  }
  CHECK(positions.col(1) == start.col(1));
  // A linear constraint is solved by one sweep: the second changes nothing.
  const Positions<double> once = positions;
  sweep->run(positions);
  CHECK((positions - once).norm() < 1e-14);
  CHECK(sweep->multipliers().rows() == 3);

  const auto hard_sweep = term.constraint_sweep(ConstraintForm::split, 0, mesh_order(3), inverse_masses);
  hard_sweep->run(positions);
  CHECK((positions(Eigen::all, held) - targets).norm() < 1e-14);
  hard_sweep->run(positions);  // at the target: no NaN
  CHECK(positions.allFinite());
}

TEST_CASE("Anchors in single precision round the exact targets once") {
  const Positions<double> targets = example_targets();
  const auto single = AnchorTerm<double>(held, targets, 0.1).single_precision();
  Positions<float> p = Positions<float>::Zero(3, 6);
  single->add_projections(p, p);
  CHECK(p(Eigen::all, held) == 0.1F * targets.cast<float>());
  CHECK(single->stiffnesses()[2] == 0.1F);
  const Positions<double> positions = example_positions();
  const double value = AnchorTerm<double>(held, targets, 0.1).value(positions);
  CHECK(single->value(positions.cast<float>()) == Approx(value).epsilon(1e-6));
}
