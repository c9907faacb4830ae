// Tests the functions of a law for Projective Dynamics and XPBD, for each law that has them.
#include <Eigen/LU>
#include <array>
#include <catch2/catch.hpp>

#include "tests/support/beam.h"
#include "tests/support/laws.h"
#include "tests/support/materials.h"
#include "tests/support/random.h"
#include "tests/support/taylor.h"

using namespace simbench;
using namespace simbench::test;

TEST_CASE("A projection is idempotent, and the energy and the stress are those of its distance") {
  const TestLaw& law = GENERATE(from_range(test_laws()));
  INFO(law.name());
  if (!law.has_projection()) return;
  const double k = law.quadratic_stiffness();
  Random random(1);
  for (int i = 0; i < 30; ++i) {
    const Matrix3<double> F = random.deformation(0.2, 1.8);
    const Matrix3<double> p = law.project(F);
    REQUIRE((F - p).norm() > 1e-2);
    const Response<double> response = law.respond(F);
    CHECK(response.density == Approx(k / 2 * (F - p).squaredNorm()).epsilon(1e-13));
    CHECK((response.stress - k * (F - p)).norm() <= 1e-13 * k * (F - p).norm());
    CHECK((law.project(p) - p).norm() < 1e-13);
  }
}

TEST_CASE("XPBD's constraints add up to the energy plus a constant") {
  const TestLaw& law = GENERATE(from_range(test_laws()));
  INFO(law.name());
  const auto form = GENERATE(ConstraintForm::split, ConstraintForm::combined, ConstraintForm::block,
                             ConstraintForm::combined_from_rest);
  if (!law.has_constraints()) return;
  const auto sum = [&](const Matrix3<double>& F) {
    double energy = 0;
    for (int index = 0; index < law.constraint_count(form); ++index) {
      const Constraint<double> constraint = law.constraint(form, index, F);
      energy += constraint.stiffness / 2 * constraint.value * constraint.value;
    }
    return energy;
  };
  // The constant is 3 μ/2 in stable Neo-Hookean, or makes the sum zero at rest; it is 0 in the other
  // laws.
  const bool neo_hookean = law.name() == "stable_neo_hookean";
  const double at_rest = law.respond(Matrix3<double>::Identity()).density;
  const double constant = !neo_hookean                                 ? 0
                          : form == ConstraintForm::combined_from_rest ? -at_rest
                                                                       : 3 * (2 / 2.6) / 2;
  Random random(2);
  for (int i = 0; i < 30; ++i) {
    const Matrix3<double> F = random.deformation(0.3, 1.8);
    REQUIRE(sum(F) > 1e-3);
    CHECK(sum(F) == Approx(law.respond(F).density + constant).epsilon(1e-12));
  }
}

TEST_CASE("XPBD's gradients are derivatives of the constraints, and add up to the stress") {
  const TestLaw& law = GENERATE(from_range(test_laws()));
  INFO(law.name());
  const auto form = GENERATE(ConstraintForm::split, ConstraintForm::combined, ConstraintForm::block,
                             ConstraintForm::combined_from_rest);
  if (!law.has_constraints()) return;
  Random random(3);
  for (int i = 0; i < 30; ++i) {
    const Matrix3<double> F = random.deformation(0.4, 1.8);
    const SignedSvd<double> svd = signed_svd(F);
    if (svd.stretches[1] + svd.stretches[2] < 0.05) continue;  // R turns too fast for Taylor's steps
    if (std::isinf(law.respond(F).density)) continue;
    // Checks three directions at once: along a single one the remainder's square may vanish by chance.
    const std::array directions = {random.matrix3(), random.matrix3(), random.matrix3()};
    Matrix3<double> stress = Matrix3<double>::Zero();
    for (int index = 0; index < law.constraint_count(form); ++index) {
      const Constraint<double> constraint = law.constraint(form, index, F);
      REQUIRE(constraint.gradient.norm() > 1e-3);
      stress += constraint.stiffness * constraint.value * constraint.gradient;
      const double slope = taylor_slope(
          [&](double t) {
            double sum = 0;
            for (const Matrix3<double>& direction : directions) {
              const double moved = law.constraint(form, index, F + t * direction).value;
              sum +=
                  std::abs(moved - constraint.value - t * constraint.gradient.cwiseProduct(direction).sum());
            }
            return sum;
          },
          1e-16 * law_scale);
      CHECK(slope == Approx(2).margin(0.05));
    }
    CHECK((stress - law.respond(F).stress).norm() < 1e-13 * law_scale);
  }
}

TEST_CASE("Split, the constraints of laws of two squares equal those computed by hand") {
  const double mu = 2 / 2.6, lambda = 0.6 / 0.52, J = 1.3 * 1.1 * 0.8, square = 1.69 + 1.21 + 0.64;
  const Vector3<double> stretches(1.3, 1.1, 0.8), excess(0.3, 0.1, -0.2), strain(0.345, 0.105, -0.18);
  const Matrix3<double> F = Random(6).rotation() * stretches.asDiagonal() * Random(7).rotation();
  struct Pair {
    const char* law;
    double first, stiffness, second;  // the second one has the stiffness λ
  };
  for (const Pair& expected : {Pair{"stable_neo_hookean", std::sqrt(square), mu, J - 1 - mu / lambda},
                               Pair{"neo_hookean", std::sqrt(square - 3 - 2 * std::log(J)), mu, std::log(J)},
                               Pair{"st_venant_kirchhoff", strain.norm(), 2 * mu, strain.sum()},
                               Pair{"corotated_linear", excess.norm(), 2 * mu, excess.sum()}}) {
    INFO(expected.law);
    const Constraint<double> A = test_law(expected.law).constraint(ConstraintForm::split, 0, F);
    const Constraint<double> B = test_law(expected.law).constraint(ConstraintForm::split, 1, F);
    CHECK(A.value == Approx(expected.first).epsilon(1e-12));
    CHECK(A.stiffness == Approx(expected.stiffness).epsilon(1e-12));
    CHECK(B.value == Approx(expected.second).epsilon(1e-12));
    CHECK(B.stiffness == Approx(lambda).epsilon(1e-12));
  }
}

TEST_CASE("Laws of two squares have the XPBD constraints that Poisson's ratio allows") {
  const auto counts = [](const TestLaw& law) {
    return std::pair(law.constraint_count(ConstraintForm::split),
                     law.constraint_count(ConstraintForm::combined));
  };
  for (const auto& [poisson_ratio, expected] :
       {std::pair(0.3, std::pair(2, 1)), std::pair(0.0, std::pair(1, 1)), std::pair(-0.4, std::pair(0, 1))}) {
    const std::unique_ptr<const TestLaw> law = test_law("corotated_linear", poisson_ratio);
    CHECK(counts(*law) == expected);
    CHECK(counts(*test_law("st_venant_kirchhoff", poisson_ratio)) == expected);
    // The combined constraint gives the energy for any sign of λ.
    Random random(4);
    for (int i = 0; i < 10; ++i) {
      const Matrix3<double> F = random.deformation(0.3, 1.8);
      const Constraint<double> constraint = law->constraint(ConstraintForm::combined, 0, F);
      CHECK(constraint.stiffness / 2 * constraint.value * constraint.value ==
            Approx(law->respond(F).density).epsilon(1e-12));
    }
  }
}

TEST_CASE("Neo-Hookean's constraints stay accurate near rest, and are zero at rest") {
  const TestLaw& law = test_law("neo_hookean");
  // F − I and the stretches are exact in binary.
  const Vector3<double> directions(1, -0.5, 0.75);
  for (const double size : {0x1p-2, 0x1p-10, 0x1p-20, 0x1p-30, 0x1p-40}) {
    const Vector3<double> x = size * directions;
    long double square = 0;
    double logarithm = 0;
    for (const long double strain : x) {
      square += 2 * strain + strain * strain - 2 * std::log1p(strain);
      logarithm += static_cast<double>(std::log1p(strain));
    }
    const Matrix3<double> F = (Vector3<double>::Ones() + x).asDiagonal();
    const Constraint<double> A = law.constraint(ConstraintForm::split, 0, F);
    const Constraint<double> B = law.constraint(ConstraintForm::split, 1, F);
    CHECK(A.value == Approx(std::sqrt(static_cast<double>(square))).epsilon(1e-15 / size));
    CHECK(B.value == Approx(logarithm).epsilon(1e-15 / size));
    const Vector3<double> slopes = (x.array() * (2 + x.array()) / (1 + x.array())).matrix() / A.value;
    CHECK((A.gradient.diagonal() - slopes).norm() < 1e-15 / size);
  }
  for (const auto form : {ConstraintForm::split, ConstraintForm::combined}) {
    for (int index = 0; index < law.constraint_count(form); ++index) {
      const bool is_logarithm = form == ConstraintForm::split && index == 1;
      const Constraint<double> rest = law.constraint(form, index, Matrix3<double>::Identity());
      CHECK(rest.value == 0);
      CHECK(rest.gradient == (is_logarithm ? 1.0 : 0.0) * Matrix3<double>::Identity());
      Random random(7);
      for (int i = 0; i < 20; ++i) {
        const Constraint<double> turned = law.constraint(form, index, random.rotation());
        CHECK(std::abs(turned.value) < 1e-14);
        CHECK(turned.gradient.norm() < 2);
      }
    }
  }
}

TEST_CASE("Neo-Hookean's constraints are infinite, without a gradient, where det F is not positive") {
  const TestLaw& law = test_law("neo_hookean");
  Random random(5);
  for (const auto form : {ConstraintForm::split, ConstraintForm::combined}) {
    for (int index = 0; index < law.constraint_count(form); ++index) {
      for (int i = 0; i < 30; ++i) {
        Matrix3<double> F = random.deformation(0.3, 1.8);
        if (F.determinant() < 0) F = -F;
        CHECK(std::isfinite(law.constraint(form, index, F).value));
        F.col(i % 3) *= -1;
        const Constraint<double> mirrored = law.constraint(form, index, F);
        CHECK(mirrored.value == std::numeric_limits<double>::infinity());
        CHECK(mirrored.gradient.isZero(0));
      }
      for (const Matrix3<double>& flat :
           {Matrix3<double>::Zero().eval(), Matrix3<double>(Vector3<double>(1, 1, 0).asDiagonal())}) {
        CHECK(law.constraint(form, index, flat).value == std::numeric_limits<double>::infinity());
        CHECK(law.constraint(form, index, flat).gradient.isZero(0));
      }
    }
  }
}

TEST_CASE("The gradient of a constraint is zero and not NaN where it does not exist") {
  const TestLaw& strain = test_law("strain");
  const Constraint<double> rest = strain.constraint(ConstraintForm::split, 0, Matrix3<double>::Identity());
  CHECK(rest.value == 0);
  CHECK(rest.gradient.isZero(0));
  const TestLaw& neo_hookean = test_law("stable_neo_hookean");
  for (const auto form : {ConstraintForm::split, ConstraintForm::combined}) {
    for (int index = 0; index < neo_hookean.constraint_count(form); ++index) {
      const Constraint<double> collapsed = neo_hookean.constraint(form, index, Matrix3<double>::Zero());
      CHECK(collapsed.gradient.isZero(0));
      CHECK(std::isfinite(collapsed.value));
    }
    const Matrix3<double> identity = Matrix3<double>::Identity();
    for (const Constraint<double>& at_rest :
         {test_law("corotated_linear").constraint(form, 0, identity),
          test_law("st_venant_kirchhoff").constraint(form, 0, identity)}) {
      CHECK(at_rest.value == 0);
      CHECK(at_rest.gradient.isZero(0));
    }
  }
}
