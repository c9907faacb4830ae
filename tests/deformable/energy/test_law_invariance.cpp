#include <catch2/catch.hpp>

#include "tests/support/dense.h"
#include "tests/support/laws.h"
#include "tests/support/random.h"

using namespace simbench;
using namespace simbench::test;

TEST_CASE("Turning the body or the material changes no density") {
  for (const TestLaw& law : test_laws()) {
    DYNAMIC_SECTION(law.name()) {
      Random random(1);
      for (int i = 0; i < 30; ++i) {
        const Matrix3<double> F = random.deformation(0.4, 1.8);
        const Matrix3<double> turn = random.rotation(), turn_of_material = random.rotation();
        const Response<double> response = law.respond(F);
        if (!std::isfinite(response.density)) continue;
        REQUIRE(std::abs(response.density) > 1e-3);
        const Response<double> turned = law.respond(turn * F * turn_of_material);
        CHECK(turned.density == Approx(response.density).epsilon(1e-12).margin(1e-14 * law_scale));
        // P(R F Q) = R P(F) Q. The error of the strain law's R is 1e-16/(σ₂ + σ₃).
        const SignedSvd<double> svd = signed_svd(F);
        if (svd.stretches[1] + svd.stretches[2] < 1e-3) continue;
        CHECK((turned.stress - turn * response.stress * turn_of_material).norm() < 1e-11 * law_scale);
        // Rotations do no work: P Fᵀ is symmetric.
        const Matrix3<double> kirchhoff = response.stress * F.transpose();
        CHECK((kirchhoff - kirchhoff.transpose()).norm() < 1e-13 * law_scale);
      }
    }
  }
}

TEST_CASE("A rotation is free of stress") {
  for (const TestLaw& law : test_laws()) {
    DYNAMIC_SECTION(law.name()) {
      Random random(2);
      for (int i = 0; i < 30; ++i) {
        const Matrix3<double> F = i == 0 ? Matrix3<double>::Identity() : random.rotation();
        CHECK(law.respond(F).stress.norm() < 1e-14 * law_scale);
        CHECK(law.respond(1.1 * F).density > law.respond(F).density);
        CHECK(law.respond(0.9 * F).density > law.respond(F).density);
        // Rest is a minimum: no eigenvalue is negative, and three are zero, for the infinitesimal rotations.
        const Matrix9<double> hessian = law.density_hessian_matrix(F, Definiteness::exact);
        const VectorX<double> values = eigenvalues(hessian);
        CHECK(values.head<3>().norm() < 1e-13 * law_scale);
        CHECK(values[3] > 0.1);
      }
    }
  }
}

TEST_CASE("The rest energy is mu^2/(2 lambda) in stable Neo-Hookean and zero in the other laws") {
  const Matrix3<double> rest = Matrix3<double>::Identity();
  CHECK(test_law("strain").respond(rest).density == 0);
  CHECK(test_law("neo_hookean").respond(rest).density == 0);
  CHECK(test_law("st_venant_kirchhoff").respond(rest).density == 0);
  CHECK(test_law("corotated_linear").respond(rest).density == 0);
  const TestLaw& law = test_law("stable_neo_hookean");
  CHECK(law.respond(rest).density == Approx(*law.mu() * *law.mu() / (2 * *law.lambda())).epsilon(1e-14));
}

TEST_CASE("Densities of simple deformations equal those computed by hand") {
  const TestLaw& strain = test_law("strain");
  REQUIRE(strain.stiffness() == 1.5);
  const TestLaw& neo_hookean = test_law("stable_neo_hookean");
  // E = 2, ν = 0.3: μ = 2/2.6, λ = 0.6/(1.3 · 0.4).
  const double mu = 2 / 2.6, lambda = 0.6 / 0.52;
  REQUIRE(*neo_hookean.mu() == Approx(mu).epsilon(1e-15));
  REQUIRE(*neo_hookean.lambda() == Approx(lambda).epsilon(1e-15));
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

TEST_CASE("Densities of the other laws equal those computed by hand") {
  const TestLaw& neo_hookean = test_law("neo_hookean");
  const TestLaw& kirchhoff = test_law("st_venant_kirchhoff");
  const TestLaw& corotated = test_law("corotated_linear");
  const double mu = 2 / 2.6, lambda = 0.6 / 0.52;  // E = 2, ν = 0.3
  const Matrix3<double> stretch = Vector3<double>(2, 1, 1).asDiagonal();
  const double ln2 = 0.6931471805599453;
  CHECK(neo_hookean.respond(stretch).density == Approx(mu * 1.5 - mu * ln2 + lambda / 2 * ln2 * ln2));
  CHECK(kirchhoff.respond(stretch).density == Approx((mu + lambda / 2) * 2.25));
  CHECK(corotated.respond(stretch).density == Approx(mu + lambda / 2));
  // Its stresses: ∂Ψ/∂σ along the stretch and orthogonal to it.
  CHECK(neo_hookean.respond(stretch).stress.diagonal().isApprox(
      Vector3<double>(2 * mu + (lambda * ln2 - mu) / 2, lambda * ln2, lambda * ln2), 1e-14));
  CHECK(kirchhoff.respond(stretch).stress.diagonal().isApprox(
      Vector3<double>(6 * mu + 3 * lambda, 1.5 * lambda, 1.5 * lambda), 1e-14));
  CHECK(corotated.respond(stretch).stress.diagonal().isApprox(
      Vector3<double>(2 * mu + lambda, lambda, lambda), 1e-14));
  const Matrix3<double> mirror = Vector3<double>(1.5, 1, -0.5).asDiagonal();
  CHECK(neo_hookean.respond(mirror).density == std::numeric_limits<double>::infinity());
  CHECK(kirchhoff.respond(mirror).density == Approx(mu * (0.390625 + 0.140625) + lambda / 2 * 0.0625));
  CHECK(corotated.respond(mirror).density == Approx(mu * (0.25 + 2.25) + lambda / 2));
  // Simple shear by γ = 0.8: E₁₂ = γ/2, E₂₂ = γ²/2; σ₁ = σ₃ + γ = 1/σ₃.
  Matrix3<double> shear = Matrix3<double>::Identity();
  shear(0, 1) = 0.8;
  const double largest = 0.4 + std::sqrt(1.16), excess = largest + 1 / largest - 2;
  CHECK(neo_hookean.respond(shear).density == Approx(mu / 2 * 0.64));
  CHECK(kirchhoff.respond(shear).density == Approx(mu * (2 * 0.16 + 0.1024) + lambda / 2 * 0.1024));
  CHECK(
      corotated.respond(shear).density ==
      Approx(mu * (std::pow(largest - 1, 2) + std::pow(1 / largest - 1, 2)) + lambda / 2 * excess * excess));
}

TEST_CASE("Near rest every law of Young's modulus and Poisson's ratio is linear elasticity") {
  // ∂²Ψ/∂F² at I, applied to a small H, is 2μ ε + λ tr ε I with ε = (H + Hᵀ)/2. In stable Neo-Hookean without
  // its logarithm λ − μ replaces λ (Smith, de Goes and Kim 2018, Sec. 3.4).
  for (const TestLaw& law : test_laws()) {
    DYNAMIC_SECTION(law.name()) {
      if (law.mu()) {
        const double mu = 2 / 2.6, given = 0.6 / 0.52;
        const double lambda = law.name() == "stable_neo_hookean" ? given - mu : given;
        const Matrix9<double> hessian =
            law.density_hessian_matrix(Matrix3<double>::Identity(), Definiteness::exact);
        Random random(6);
        for (int i = 0; i < 10; ++i) {
          const Matrix3<double> H = random.matrix3();
          const Matrix3<double> strain = (H + H.transpose()) / 2;
          const Matrix3<double> expected =
              2 * mu * strain + lambda * strain.trace() * Matrix3<double>::Identity();
          const Matrix3<double> change = (hessian * H.reshaped()).reshaped(3, 3);
          CHECK((change - expected).norm() < 1e-13 * law_scale);
        }
      } else {
        SUCCEED("strain has its own k");
      }
    }
  }
}

TEST_CASE("Neo-Hookean is infinite exactly where the determinant is not positive") {
  const TestLaw& law = test_law("neo_hookean");
  Random random(7);
  double last = 0;
  for (const double smallest : {0.5, 1e-2, 1e-5, 1e-10, 0.0, -1e-10, -0.5}) {
    const Vector3<double> stretches(1.2, 0.9, smallest);
    const double density = law.density(stretches);
    CHECK(std::isinf(density) == (smallest <= 0));
    CHECK(density > last);  // the more compressed, the harder to compress
    if (!std::isinf(density)) last = density;
    if (std::abs(smallest) < 1e-8)
      continue;  // a rotation's rounding changes the sign of a determinant of 1e-10
    const Matrix3<double> F = random.rotation() * stretches.asDiagonal() * random.rotation();
    const Response<double> response = law.respond(F);
    CHECK(std::isinf(response.density) == (smallest <= 0));
    CHECK(response.stress.allFinite() == (smallest > 0));
  }
}

TEST_CASE("St. Venant-Kirchhoff does not see inversion") {
  const TestLaw& law = test_law("st_venant_kirchhoff");
  Random random(8);
  const Matrix3<double> F = random.deformation(0.4, 1.8);
  const Matrix3<double> mirror = Vector3<double>(1, 1, -1).asDiagonal();
  REQUIRE(law.respond(F).density > 1e-3);
  CHECK(law.respond(mirror * F).density == Approx(law.respond(F).density).epsilon(1e-14));
}

TEST_CASE("Collapsed and inverted elements have finite energies, stresses and Hessians") {
  for (const TestLaw& law : test_laws()) {
    DYNAMIC_SECTION(law.name()) {
      const Vector3<double> stretches = GENERATE(
          Vector3<double>(0, 0, 0), Vector3<double>(1, 0, 0), Vector3<double>(1, 1, 0),
          Vector3<double>(1, 1, 1), Vector3<double>(1, 1, -1), Vector3<double>(1, 0.5, -0.5),
          Vector3<double>(1, 0.5, -0.5 + 1e-15), Vector3<double>(1, 1e-9, -1e-9), Vector3<double>(-1, -1, -1),
          Vector3<double>(1e-160, 1e-160, 1e-160), Vector3<double>(1e50, 1, 1e-50));
      for (unsigned seed = 0; seed < 3; ++seed) {
        Random random(seed);
        Matrix3<double> F = stretches.asDiagonal();
        if (seed > 0) F = random.rotation() * F * random.rotation();
        const Response<double> response = law.respond(F);
        // Skips a determinant whose sign is lost in rounding: Ψ is infinite on one side.
        if (std::isinf(response.density) || std::isinf(law.density(signed_svd(F).stretches))) continue;
        CHECK(std::isfinite(response.density));
        CHECK(response.stress.allFinite());
        CHECK(law.density_hessian_matrix(F, Definiteness::exact).allFinite());
        const Matrix9<double> clamped = law.density_hessian_matrix(F, Definiteness::clamped);
        CHECK(clamped.allFinite());
        const VectorX<double> values = eigenvalues(clamped);
        CHECK(values[0] >= -1e-12 * values[8]);
        CHECK(law.prox(F, 0.5).allFinite());
      }
    }
  }
}
