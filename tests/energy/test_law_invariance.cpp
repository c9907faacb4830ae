#include <catch2/catch.hpp>

#include "energy/prox.h"
#include "tests/support/laws.h"
#include "tests/support/random.h"

using namespace simbench;
using namespace simbench::test;

TEMPLATE_LIST_TEST_CASE("Turning the body or the material changes no density", "", Laws) {
  const auto law = example_law<TestType>();
  Random random(1);
  for (int i = 0; i < 30; ++i) {
    const Matrix3<double> F = random.deformation(0.4, 1.8);
    const Matrix3<double> turn = random.rotation(), turn_of_material = random.rotation();
    const Response<double> response = law.respond(F);
    if (!std::isfinite(response.density)) continue;
    REQUIRE(std::abs(response.density) > 1e-3);
    const Response<double> turned = law.respond(turn * F * turn_of_material);
    CHECK(turned.density == Approx(response.density).epsilon(1e-12).margin(1e-14 * law_scale));
    // P(R F Q) = R P(F) Q; the strain law's R is known to 1e-16/(σ₂ + σ₃).
    const SignedSvd<double> svd = signed_svd(F);
    if (svd.stretches[1] + svd.stretches[2] < 1e-3) continue;
    CHECK((turned.stress - turn * response.stress * turn_of_material).norm() < 1e-11 * law_scale);
    // The stress does no work in rotations: P Fᵀ is symmetric.
    const Matrix3<double> kirchhoff = response.stress * F.transpose();
    CHECK((kirchhoff - kirchhoff.transpose()).norm() < 1e-13 * law_scale);
  }
}

TEMPLATE_LIST_TEST_CASE("A rotation is free of stress", "", Laws) {
  const auto law = example_law<TestType>();
  Random random(2);
  for (int i = 0; i < 30; ++i) {
    const Matrix3<double> F = i == 0 ? Matrix3<double>::Identity() : random.rotation();
    CHECK(law.respond(F).stress.norm() < 1e-14 * law_scale);
    CHECK(law.respond(1.1 * F).density > law.respond(F).density);
    CHECK(law.respond(0.9 * F).density > law.respond(F).density);
    // A minimum: no eigenvalue is negative; three are zero, for the infinitesimal rotations.
    const Matrix9<double> hessian = density_hessian(law, F, Definiteness::exact);
    const Vector9<double> eigenvalues = Eigen::SelfAdjointEigenSolver<Matrix9<double>>(hessian).eigenvalues();
    CHECK(eigenvalues.head<3>().norm() < 1e-13 * law_scale);
    CHECK(eigenvalues[3] > 0.1);
  }
}

TEST_CASE("The rest energy is zero in the strain law and mu^2/(2 lambda) in stable Neo-Hookean") {
  const Matrix3<double> rest = Matrix3<double>::Identity();
  CHECK(example_law<Strain<double>>().respond(rest).density == 0);
  const auto law = example_law<StableNeoHookean<double>>();
  CHECK(law.respond(rest).density == Approx(law.mu * law.mu / (2 * law.lambda)).epsilon(1e-14));
}

TEST_CASE("Densities of simple deformations are those worked out by hand") {
  const auto strain = example_law<Strain<double>>();
  REQUIRE(strain.stiffness == 1.5);
  const auto neo_hookean = example_law<StableNeoHookean<double>>();
  // E = 2, ν = 0.3: μ = 2/2.6, λ = 0.6/(1.3 · 0.4).
  const double mu = 2 / 2.6, lambda = 0.6 / 0.52;
  REQUIRE(neo_hookean.mu == Approx(mu).epsilon(1e-15));
  REQUIRE(neo_hookean.lambda == Approx(lambda).epsilon(1e-15));
  const Matrix3<double> stretch = Vector3<double>(2, 1, 1).asDiagonal();
  CHECK(strain.respond(stretch).density == Approx(0.75));
  CHECK(neo_hookean.respond(stretch).density ==
        Approx(mu / 2 * 3 + lambda / 2 * std::pow(1 - mu / lambda, 2)));
  const Matrix3<double> mirror = Vector3<double>(1.5, 1, -0.5).asDiagonal();
  CHECK(strain.respond(mirror).density == Approx(0.75 * (0.25 + 2.25)));
  CHECK(neo_hookean.respond(mirror).density ==
        Approx(mu / 2 * 0.5 + lambda / 2 * std::pow(-1.75 - mu / lambda, 2)));
  // Simple shear by γ: tr FᵀF = 3 + γ², det F = 1; σ₁ − σ₃ = γ, σ₁ σ₃ = 1.
  Matrix3<double> shear = Matrix3<double>::Identity();
  shear(0, 1) = 0.8;
  const double largest = 0.4 + std::sqrt(1.16);
  CHECK(strain.respond(shear).density ==
        Approx(0.75 * (std::pow(largest - 1, 2) + std::pow(1 / largest - 1, 2))));
  CHECK(neo_hookean.respond(shear).density == Approx(mu / 2 * 0.64 + mu * mu / (2 * lambda)));
}

TEMPLATE_LIST_TEST_CASE("Collapsed and inverted elements have finite energies, stresses and Hessians", "",
                        Laws) {
  const auto law = example_law<TestType>();
  const Vector3<double> stretches = GENERATE(
      Vector3<double>(0, 0, 0), Vector3<double>(1, 0, 0), Vector3<double>(1, 1, 0), Vector3<double>(1, 1, 1),
      Vector3<double>(1, 1, -1), Vector3<double>(1, 0.5, -0.5), Vector3<double>(1, 0.5, -0.5 + 1e-15),
      Vector3<double>(1, 1e-9, -1e-9), Vector3<double>(-1, -1, -1), Vector3<double>(1e-160, 1e-160, 1e-160),
      Vector3<double>(1e50, 1, 1e-50));
  for (unsigned seed = 0; seed < 3; ++seed) {
    Random random(seed);
    Matrix3<double> F = stretches.asDiagonal();
    if (seed > 0) F = random.rotation() * F * random.rotation();
    const Response<double> response = law.respond(F);
    if (std::isinf(response.density)) continue;
    CHECK(std::isfinite(response.density));
    CHECK(response.stress.allFinite());
    CHECK(density_hessian(law, F, Definiteness::exact).allFinite());
    const Matrix9<double> clamped = density_hessian(law, F, Definiteness::clamped);
    CHECK(clamped.allFinite());
    const Vector9<double> eigenvalues = Eigen::SelfAdjointEigenSolver<Matrix9<double>>(clamped).eigenvalues();
    CHECK(eigenvalues[0] >= -1e-12 * eigenvalues[8]);
    CHECK(prox(law, F, 0.5).allFinite());
  }
}
