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

TEMPLATE_LIST_TEST_CASE("A projection is idempotent, its distance is the energy and no rotation is nearer",
                        "", DoubleLaws) {
  const auto law = example_law<TestType>();
  if constexpr (requires(const Matrix3<double>& F) { law.project(F); }) {
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
      for (int competitor = 0; competitor < 30; ++competitor) {
        const double angle = std::pow(10, -random.uniform(0, 6));
        const Vector3<double> axis = random.matrix(3, 1).normalized();
        const Matrix3<double> other = Eigen::AngleAxisd(angle, axis) * p;
        CHECK((F - other).norm() >= (F - p).norm() * (1 - 1e-15));
        CHECK((F - random.rotation()).norm() >= (F - p).norm());
      }
    }
  } else {
    SUCCEED("no projection");
  }
}

TEMPLATE_LIST_TEST_CASE("XPBD's constraints add up to the energy plus a constant", "", DoubleLaws) {
  const auto law = example_law<TestType>();
  const auto form = GENERATE(ConstraintForm::split, ConstraintForm::combined, ConstraintForm::block,
                             ConstraintForm::combined_from_rest);
  if constexpr (requires { law.constraint_count(form); }) {
    const auto sum = [&](const Matrix3<double>& F) {
      double energy = 0;
      for (int index = 0; index < law.constraint_count(form); ++index) {
        const Constraint<double> constraint = law.constraint(form, index, F);
        energy += constraint.stiffness / 2 * constraint.value * constraint.value;
      }
      return energy;
    };
    // The constant is 3 μ/2 in stable Neo-Hookean, or makes the sum zero at rest; it is 0 in the other laws.
    const bool neo_hookean = TestType::name == "stable_neo_hookean";
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
  } else {
    SUCCEED("no XPBD form");
  }
}

TEMPLATE_LIST_TEST_CASE("XPBD's gradients are derivatives of the constraints, and add up to the stress", "",
                        DoubleLaws) {
  const auto law = example_law<TestType>();
  const auto form = GENERATE(ConstraintForm::split, ConstraintForm::combined, ConstraintForm::block,
                             ConstraintForm::combined_from_rest);
  if constexpr (requires { law.constraint_count(form); }) {
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
                sum += std::abs(moved - constraint.value -
                                t * constraint.gradient.cwiseProduct(direction).sum());
              }
              return sum;
            },
            1e-16 * law_scale);
        CHECK(slope == Approx(2).margin(0.05));
      }
      CHECK((stress - law.respond(F).stress).norm() < 1e-13 * law_scale);
    }
  } else {
    SUCCEED("no XPBD form");
  }
}

TEST_CASE("Laws of two squares have the XPBD constraints that Poisson's ratio allows") {
  const auto counts = []<template <class> class Law>(double poisson_ratio) {
    ElasticParameters parameters{2, poisson_ratio};
    const Law<double> law(parameters);
    return std::pair(law.constraint_count(ConstraintForm::split),
                     law.constraint_count(ConstraintForm::combined));
  };
  for (const auto& [poisson_ratio, expected] :
       {std::pair(0.3, std::pair(2, 1)), std::pair(0.0, std::pair(1, 1)), std::pair(-0.4, std::pair(0, 1))}) {
    CHECK(counts.template operator()<CorotatedLinear>(poisson_ratio) == expected);
    CHECK(counts.template operator()<StVenantKirchhoff>(poisson_ratio) == expected);
    // The combined constraint gives the energy for any sign of λ.
    const CorotatedLinear<double> law(ElasticParameters{2, poisson_ratio});
    Random random(4);
    for (int i = 0; i < 10; ++i) {
      const Matrix3<double> F = random.deformation(0.3, 1.8);
      const Constraint<double> constraint = law.constraint(ConstraintForm::combined, 0, F);
      CHECK(constraint.stiffness / 2 * constraint.value * constraint.value ==
            Approx(law.respond(F).density).epsilon(1e-12));
    }
  }
}

TEST_CASE("Neo-Hookean's constraints stay accurate near rest, and are zero at rest") {
  const auto law = example_law<NeoHookean<double>>();
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

TEST_CASE(
    "Neo-Hookean's constraints are infinite and without a gradient exactly where the determinant is not "
    "positive") {
  const auto law = example_law<NeoHookean<double>>();
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
  const auto strain = example_law<Strain<double>>();
  const Constraint<double> rest = strain.constraint(ConstraintForm::split, 0, Matrix3<double>::Identity());
  CHECK(rest.value == 0);
  CHECK(rest.gradient.isZero(0));
  const auto neo_hookean = example_law<StableNeoHookean<double>>();
  for (const auto form : {ConstraintForm::split, ConstraintForm::combined}) {
    for (int index = 0; index < neo_hookean.constraint_count(form); ++index) {
      const Constraint<double> collapsed = neo_hookean.constraint(form, index, Matrix3<double>::Zero());
      CHECK(collapsed.gradient.isZero(0));
      CHECK(std::isfinite(collapsed.value));
    }
    const Matrix3<double> identity = Matrix3<double>::Identity();
    for (const Constraint<double>& at_rest :
         {example_law<CorotatedLinear<double>>().constraint(form, 0, identity),
          example_law<StVenantKirchhoff<double>>().constraint(form, 0, identity)}) {
      CHECK(at_rest.value == 0);
      CHECK(at_rest.gradient.isZero(0));
    }
  }
}
