#include <catch2/catch.hpp>

#include "tests/support/dense.h"
#include "tests/support/laws.h"
#include "tests/support/random.h"

using namespace simbench;
using namespace simbench::test;

TEST_CASE("Turning the body or the material changes no density") {
  const TestLaw& law = GENERATE(from_range(test_laws()));
  INFO(law.name());
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

TEST_CASE("A rotation is free of stress") {
  const TestLaw& law = GENERATE(from_range(test_laws()));
  INFO(law.name());
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

TEST_CASE("The rest energy is mu^2/(2 lambda) in stable Neo-Hookean and zero in the other laws") {
  const TestLaw& law = GENERATE(from_range(test_laws()));
  INFO(law.name());
  const bool is_stable = law.name() == "stable_neo_hookean";
  const double expected = is_stable ? *law.mu() * *law.mu() / (2 * *law.lambda()) : 0;
  CHECK(law.respond(Matrix3<double>::Identity()).density == Approx(expected).epsilon(1e-14));
}

TEST_CASE("Densities of simple deformations equal those computed by hand") {
  const double mu = 2 / 2.6, lambda = 0.6 / (1.3 * 0.4), shift = mu / lambda;  // E = 2, ν = 0.3
  const double infinity = std::numeric_limits<double>::infinity(), ln2 = 0.6931471805599453;
  const Matrix3<double> stretch = Vector3<double>(2, 1, 1).asDiagonal();
  const Matrix3<double> mirror = Vector3<double>(1.5, 1, -0.5).asDiagonal();
  // Simple shear by γ = 0.8: tr FᵀF = 3 + γ², det F = 1; σ₁ = σ₃ + γ = 1/σ₃; E₁₂ = γ/2, E₂₂ = γ²/2.
  Matrix3<double> shear = Matrix3<double>::Identity();
  shear(0, 1) = 0.8;
  const double largest = 0.4 + std::sqrt(1.16), excess = largest + 1 / largest - 2;
  const double squares = std::pow(largest - 1, 2) + std::pow(1 / largest - 1, 2);
  struct Densities {
    std::string_view law;
    double stretched, mirrored, sheared;
  };
  const std::vector<Densities> by_hand = {
      {"strain", 0.75, 0.75 * (0.25 + 2.25), 0.75 * squares},  // k = 1.5
      {"stable_neo_hookean", mu / 2 * 3 + lambda / 2 * std::pow(1 - shift, 2),
       mu / 2 * 0.5 + lambda / 2 * std::pow(-1.75 - shift, 2), mu / 2 * 0.64 + mu * shift / 2},
      {"neo_hookean", mu * 1.5 - mu * ln2 + lambda / 2 * ln2 * ln2, infinity, mu / 2 * 0.64},
      {"st_venant_kirchhoff", (mu + lambda / 2) * 2.25, mu * (0.390625 + 0.140625) + lambda / 2 * 0.0625,
       mu * (2 * 0.16 + 0.1024) + lambda / 2 * 0.1024},
      {"corotated_linear", mu + lambda / 2, mu * (0.25 + 2.25) + lambda / 2,
       mu * squares + lambda / 2 * excess * excess}};
  CHECK(by_hand.size() == test_laws().size());
  for (const Densities& expected : by_hand) {
    INFO(expected.law);
    const TestLaw& law = test_law(expected.law);
    CHECK(law.respond(stretch).density == Approx(expected.stretched));
    CHECK(law.respond(mirror).density == Approx(expected.mirrored));
    CHECK(law.respond(shear).density == Approx(expected.sheared));
  }
}

TEST_CASE("Near rest every law of Young's modulus and Poisson's ratio is linear elasticity") {
  // ∂²Ψ/∂F² at I, applied to a small H, is 2μ ε + λ tr ε I with ε = (H + Hᵀ)/2. In stable Neo-Hookean without
  // its logarithm λ − μ replaces λ (Smith, de Goes and Kim 2018, Sec. 3.4).
  const TestLaw& law = GENERATE(from_range(test_laws()));
  INFO(law.name());
  if (!law.mu()) return;
  const double mu = 2 / 2.6, given = 0.6 / 0.52;
  const double lambda = law.name() == "stable_neo_hookean" ? given - mu : given;
  const Matrix9<double> hessian =
      law.density_hessian_matrix(Matrix3<double>::Identity(), Definiteness::exact);
  Random random(6);
  for (int i = 0; i < 10; ++i) {
    const Matrix3<double> H = random.matrix3();
    const Matrix3<double> strain = (H + H.transpose()) / 2;
    const Matrix3<double> expected = 2 * mu * strain + lambda * strain.trace() * Matrix3<double>::Identity();
    const Matrix3<double> change = (hessian * H.reshaped()).reshaped(3, 3);
    CHECK((change - expected).norm() < 1e-13 * law_scale);
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

TEST_CASE("Collapsed and inverted elements have finite energies, stresses and Hessians") {
  const TestLaw& law = GENERATE(from_range(test_laws()));
  INFO(law.name());
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
