// ADMM's proximal map argmin_Z Ψ(Z) + r/2 ‖Z − F‖².
#include <catch2/catch.hpp>

#include "energy/prox.h"
#include "tests/support/laws.h"
#include "tests/support/random.h"

using namespace simbench;
using namespace simbench::test;

TEMPLATE_LIST_TEST_CASE("The proximal map is stationary and beats random competitors", "", Laws) {
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

TEMPLATE_LIST_TEST_CASE("The proximal map turns with F", "", Laws) {
  const auto law = example_law<TestType>();
  Random random(2);
  for (int i = 0; i < 30; ++i) {
    const Matrix3<double> F = random.deformation(0.5, 1.8);
    const SignedSvd<double> svd = signed_svd(F);
    if (svd.stretches[1] + svd.stretches[2] < 0.05) continue;  // there U Vᵀ is not known well
    const Matrix3<double> turn = random.rotation(), turn_of_material = random.rotation();
    const Matrix3<double> expected = turn * prox(law, F, 0.5) * turn_of_material;
    CHECK((prox(law, Matrix3<double>(turn * F * turn_of_material), 0.5) - expected).norm() < 1e-11);
  }
}

TEMPLATE_LIST_TEST_CASE("A very large weight leaves F where it is, a rotation stays a rotation", "", Laws) {
  const auto law = example_law<TestType>();
  Random random(3);
  const Matrix3<double> F = random.deformation(0.5, 1.8);
  CHECK((prox(law, F, 1e12) - F).norm() < 1e-10);
  const Matrix3<double> rotation = random.rotation();
  CHECK((prox(law, rotation, 0.5) - rotation).norm() < 1e-13);
}

TEST_CASE("Strain's closed form is what the generic map finds") {
  const auto law = example_law<Strain<double>>();
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
