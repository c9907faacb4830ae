// Tests a law's stiffnesses for pairs of stretches and for L-BFGS's first Hessian.
#include <catch2/catch.hpp>

#include "deformable/energy/elastic_parameters.h"
#include "tests/support/laws.h"
#include "tests/support/random.h"

using namespace simbench;
using namespace simbench::test;

TEST_CASE("Pair stiffnesses stay exact where stretches are equal") {
  // The limit of the divided difference is ψ₁₁ − ψ₁₂. The law's form has no cancellation there.
  const TestLaw& law = GENERATE(from_range(test_laws()));
  INFO(law.name());
  for (const double gap : {0.0, 1e-14, 1e-9}) {
    const Vector3<double> stretches(1.2 + gap, 1.2, 0.7);
    const Matrix3<double> hessian = law.hessian(stretches);
    REQUIRE(std::abs(hessian(0, 0) - hessian(0, 1)) > 1e-3);
    CHECK(law.symmetric_stiffness(stretches, 0, 1) == Approx(hessian(0, 0) - hessian(0, 1)).epsilon(1e-8));
    // The sums lose no digits there, except at rest, where the stiffness against rotation is zero.
    const Vector3<double> gradient = law.gradient(stretches);
    CHECK(law.antisymmetric_stiffness(stretches, 0, 1) ==
          Approx((gradient[0] + gradient[1]) / (stretches[0] + stretches[1])).epsilon(1e-13));
    CHECK(std::abs(law.antisymmetric_stiffness({1 + gap, 1, 1}, 0, 1)) <= (10 * gap + 1e-15) * law_scale);
  }
}

TEST_CASE("The quadratic stiffness fits the stress of a uniaxial stretch") {
  // argmin_k ∫ (k (σ − 1) − ∂Ψ/∂σ₁(σ, 1, 1))² dσ over [0.5, 1.5] by the trapezoidal rule: k is the ratio of ∫
  // (σ − 1) ψ₁ to ∫ (σ − 1)².
  const TestLaw& law = GENERATE(from_range(test_laws()));
  INFO(law.name());
  constexpr int intervals = 20000;
  double product = 0, square = 0;
  for (int i = 0; i <= intervals; ++i) {
    const double stretch = 0.5 + static_cast<double>(i) / intervals;
    const double weight = i == 0 || i == intervals ? 0.5 : 1;
    const double stress = law.gradient({stretch, 1, 1})[0];
    product += weight * (stretch - 1) * stress;
    square += weight * (stretch - 1) * (stretch - 1);
  }
  REQUIRE(square > 100);
  CHECK(law.quadratic_stiffness() > 0);
  CHECK(law.quadratic_stiffness() == Approx(product / square).epsilon(1e-7));
}

TEST_CASE("The quadratic stiffness of a law that is linear in a uniaxial stretch is its slope") {
  CHECK(test_law("strain").quadratic_stiffness() == 1.5);
  const TestLaw& stable = test_law("stable_neo_hookean");
  CHECK(stable.quadratic_stiffness() == *stable.mu() + *stable.lambda());
  const TestLaw& corotated = test_law("corotated_linear");
  CHECK(corotated.quadratic_stiffness() == 2 * *corotated.mu() + *corotated.lambda());
}

TEST_CASE("Lame's parameters follow from Young's modulus and Poisson's ratio") {
  // Lamé's parameters by their meaning: in uniaxial stress the modulus is μ(3λ + 2μ)/(λ + μ), and the
  // contraction is λ/(2(λ + μ)).
  for (const double poisson_ratio : {-0.5, 0.1, 0.3, 0.45, 0.499}) {
    ElasticParameters parameters;
    parameters.youngs_modulus = 7e5;
    parameters.poisson_ratio = poisson_ratio;
    const double mu = parameters.mu(), lambda = parameters.lambda();
    REQUIRE(mu > 0);
    CHECK(mu * (3 * lambda + 2 * mu) / (lambda + mu) == Approx(7e5).epsilon(1e-12));
    CHECK(lambda / (2 * (lambda + mu)) == Approx(poisson_ratio).epsilon(1e-12));
    CHECK(parameters.stiffness() == 7e5);
  }
}
