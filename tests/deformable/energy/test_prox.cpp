// Tests ADMM's proximal map argmin_Z Ψ(Z) + r/2 ‖Z − F‖².
#include <catch2/catch.hpp>

#include "deformable/energy/prox.h"
#include "tests/support/laws.h"
#include "tests/support/random.h"

using namespace simbench;
using namespace simbench::test;

TEMPLATE_LIST_TEST_CASE("The proximal map is stationary and beats random competitors", "", DoubleLaws) {
  const auto law = example_law<TestType>();
  const double r = GENERATE(0.05, 0.5, 2.0, 50.0);
  Random random(1);
  for (int i = 0; i < 30; ++i) {
    const Matrix3<double> F = random.deformation(0.3, 1.8);
    const Matrix3<double> Z = prox(law, F, r);
    const auto objective = [&](const Matrix3<double>& matrix) {
      return law.respond(matrix).density + r / 2 * (matrix - F).squaredNorm();
    };
    REQUIRE((Z - F).norm() > 1e-4);
    INFO("r = " << r << ", F =\n" << F);
    CHECK(objective(Z) < objective(F));
    CHECK((law.respond(Z).stress + r * (Z - F)).norm() < 1e-12 * law_scale);
    for (int competitor = 0; competitor < 100; ++competitor) {
      const double amplitude = std::pow(10, -random.uniform(0.5, 6));
      const double value = objective(Z + amplitude * random.matrix3());
      CHECK(value >= objective(Z) - 1e-15 * law_scale);
    }
  }
}

TEMPLATE_LIST_TEST_CASE("The proximal map turns with F", "", DoubleLaws) {
  const auto law = example_law<TestType>();
  Random random(2);
  for (int i = 0; i < 30; ++i) {
    const Matrix3<double> F = random.deformation(0.5, 1.8);
    const SignedSvd<double> svd = signed_svd(F);
    if (svd.stretches[1] + svd.stretches[2] < 0.05) continue;  // there U Vᵀ is ill-conditioned
    const Matrix3<double> turn = random.rotation(), turn_of_material = random.rotation();
    const Matrix3<double> expected = turn * prox(law, F, 0.5) * turn_of_material;
    CHECK((prox(law, Matrix3<double>(turn * F * turn_of_material), 0.5) - expected).norm() < 1e-11);
  }
}

TEMPLATE_LIST_TEST_CASE("A very large weight leaves F unchanged, and a rotation stays a rotation", "",
                        DoubleLaws) {
  const auto law = example_law<TestType>();
  Random random(3);
  const Matrix3<double> F = random.deformation(0.5, 1.8);
  CHECK((prox(law, F, 1e12) - F).norm() < 1e-10);
  const Matrix3<double> rotation = random.rotation();
  CHECK((prox(law, rotation, 0.5) - rotation).norm() < 1e-13);
}

TEMPLATE_LIST_TEST_CASE("A closed form equals the result of the generic map", "", DoubleLaws) {
  const auto law = example_law<TestType>();
  if constexpr (!requires(const Matrix3<double>& F) { law.prox(F, 1.0); }) return;
  Random random(4);
  for (int i = 0; i < 50; ++i) {
    const Matrix3<double> F = random.deformation(0.2, 1.8);
    const double r = random.uniform(0.1, 10);
    const SignedSvd<double> svd = signed_svd(F);
    const Matrix3<double> generic =
        svd.U * prox_stretches(law, svd.stretches, r).asDiagonal() * svd.V.transpose();
    REQUIRE((generic - F).norm() > 1e-3);
    CHECK((prox(law, F, r) - generic).norm() < 1e-13);
  }
}

TEMPLATE_LIST_TEST_CASE("No stretches on a dense grid beat the map, from collapsed, inverted and far targets",
                        "", DoubleLaws) {
  // Stable Neo-Hookean is left out: its map finds the minimum next to the target. For a collapsed target and
  // a small r, that is not the lowest one.
  if (TestType::name == "stable_neo_hookean") return;
  const auto law = example_law<TestType>();
  const Vector3<double> target =
      GENERATE(Vector3<double>(1, 1, -1), Vector3<double>(1, 0.5, -0.5), Vector3<double>(2, 1, -0.8),
               Vector3<double>(1.5, 1.2, 0), Vector3<double>(2, 0, 0), Vector3<double>(0, 0, 0),
               Vector3<double>(0.3, 0.2, -0.1), Vector3<double>(1, 1, 1e-12), Vector3<double>(4, 0.1, -0.1),
               Vector3<double>(1.1, 1, 0.9));
  const double r = GENERATE(0.05, 0.5, 5.0, 50.0);
  const auto objective = [&](const Vector3<double>& stretches) {
    return law.density(stretches) + r / 2 * (stretches - target).squaredNorm();
  };
  const Matrix3<double> F = target.asDiagonal();
  const Matrix3<double> Z = prox(law, F, r);
  const double ours = law.respond(Z).density + r / 2 * (Z - F).squaredNorm();
  double lowest = std::numeric_limits<double>::infinity();
  constexpr double spacing = 0.04;
  for (double a = 0; a < 4.5; a += spacing) {
    for (double b = 0; b <= a; b += spacing) {
      for (double c = -b; c <= b; c += spacing) lowest = std::min(lowest, objective({a, b, c}));
    }
  }
  INFO("target " << target.transpose() << ", r = " << r << ", Z =\n" << Z);
  CHECK(ours <= lowest + 1e-14 * law_scale * (1 + r));
  CHECK(lowest - ours < (law_scale + r) * spacing * spacing);  // the grid finds the same minimum
}

TEST_CASE("Corotated's map stays on the stretches of a deformation gradient") {
  // F is stretched much and nearly inverted: the minimum of the quadratic has σ₂ + σ₃ < 0, which no F has.
  const auto law = example_law<CorotatedLinear<double>>();
  const Vector3<double> target(6, 0.1, -0.05);
  const double r = 20;
  Random random(5);
  const Matrix3<double> F = random.rotation() * target.asDiagonal() * random.rotation();
  REQUIRE(prox_stretches(law, target, r).tail<2>().sum() < -0.01);
  const Matrix3<double> Z = prox(law, F, r);
  const auto objective = [&](const Matrix3<double>& matrix) {
    return law.respond(matrix).density + r / 2 * (matrix - F).squaredNorm();
  };
  const SignedSvd<double> svd = signed_svd(Z);
  CHECK(std::abs(svd.stretches[1] + svd.stretches[2]) < 1e-14);
  for (int competitor = 0; competitor < 3000; ++competitor) {
    const double amplitude = std::pow(10, -random.uniform(0, 6));
    CHECK(objective(Z + amplitude * random.matrix3()) >= objective(Z) - 1e-13 * law_scale);
  }
}

TEMPLATE_LIST_TEST_CASE(
    "Each of Newton's iterations approaches the map, and the default number of iterations converges", "",
    DoubleLaws) {
  const auto law = example_law<TestType>();
  const double r = 0.5;
  Random random(6);
  for (int i = 0; i < 20; ++i) {
    const Vector3<double> target(random.uniform(1.2, 2), random.uniform(0.8, 1.2), random.uniform(-0.7, 0.7));
    const auto objective = [&](const Vector3<double>& stretches) {
      return law.density(stretches) + r / 2 * (stretches - target).squaredNorm();
    };
    const Vector3<double> converged = prox_stretches(law, target, r);
    const double lowest = objective(converged);
    double last = std::numeric_limits<double>::infinity();
    for (int iterations = 1; iterations <= 20; ++iterations) {
      const double value = objective(prox_stretches(law, target, r, iterations));
      CHECK(value <= last + 1e-15 * law_scale);  // the last step only lowers the gradient
      last = value;
    }
    CHECK(last == Approx(lowest).epsilon(1e-14).margin(1e-15));
    CHECK(prox_stretches(law, target, r, 10 * converged_prox_iterations) == converged);
  }
}
