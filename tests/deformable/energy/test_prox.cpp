// Tests ADMM's proximal map argmin_Z Ψ(Z) + r/2 ‖Z − F‖².
#include <catch2/catch.hpp>

#include "tests/support/laws.h"
#include "tests/support/random.h"

using namespace simbench;
using namespace simbench::test;

TEST_CASE("The proximal map is stationary and beats random competitors") {
  const TestLaw& law = GENERATE(from_range(test_laws()));
  INFO(law.name());
  const double r = GENERATE(0.05, 0.5, 2.0, 50.0);
  Random random(1);
  for (int i = 0; i < 30; ++i) {
    const Matrix3<double> F = random.deformation(0.3, 1.8);
    const Matrix3<double> Z = law.prox(F, r);
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

TEST_CASE("The proximal map turns with F") {
  const TestLaw& law = GENERATE(from_range(test_laws()));
  INFO(law.name());
  Random random(2);
  for (int i = 0; i < 30; ++i) {
    const Matrix3<double> F = random.deformation(0.5, 1.8);
    const SignedSvd<double> svd = signed_svd(F);
    if (svd.stretches[1] + svd.stretches[2] < 0.05) continue;  // there U Vᵀ is ill-conditioned
    const Matrix3<double> turn = random.rotation(), turn_of_material = random.rotation();
    const Matrix3<double> expected = turn * law.prox(F, 0.5) * turn_of_material;
    CHECK((law.prox(Matrix3<double>(turn * F * turn_of_material), 0.5) - expected).norm() < 1e-11);
  }
}

TEST_CASE("A very large weight leaves F unchanged, and a rotation stays a rotation") {
  const TestLaw& law = GENERATE(from_range(test_laws()));
  INFO(law.name());
  Random random(3);
  const Matrix3<double> F = random.deformation(0.5, 1.8);
  CHECK((law.prox(F, 1e12) - F).norm() < 1e-10);
  const Matrix3<double> rotation = random.rotation();
  CHECK((law.prox(rotation, 0.5) - rotation).norm() < 1e-13);
}

TEST_CASE("A closed form equals the result of the generic map") {
  const TestLaw& law = GENERATE(from_range(test_laws()));
  INFO(law.name());
  if (!law.has_closed_prox()) return;
  Random random(4);
  for (int i = 0; i < 50; ++i) {
    const Matrix3<double> F = random.deformation(0.2, 1.8);
    const double r = random.uniform(0.1, 10);
    const SignedSvd<double> svd = signed_svd(F);
    const Matrix3<double> generic =
        svd.U * law.prox_stretches(svd.stretches, r).asDiagonal() * svd.V.transpose();
    REQUIRE((generic - F).norm() > 1e-3);
    CHECK((law.prox(F, r) - generic).norm() < 1e-13);
  }
}

TEST_CASE("No stretches on a dense grid beat the map, from collapsed, inverted and far targets") {
  // Stable Neo-Hookean is left out: its map finds the minimum next to the target. For a collapsed target and
  // a small r, that is not the lowest one.
  const TestLaw& law = GENERATE(from_range(test_laws()));
  INFO(law.name());
  if (law.name() == "stable_neo_hookean") return;
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
  const Matrix3<double> Z = law.prox(F, r);
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
  const TestLaw& law = test_law("corotated_linear");
  const Vector3<double> target(6, 0.1, -0.05);
  const double r = 20;
  Random random(5);
  const Matrix3<double> F = random.rotation() * target.asDiagonal() * random.rotation();
  REQUIRE(law.prox_stretches(target, r).tail<2>().sum() < -0.01);
  const Matrix3<double> Z = law.prox(F, r);
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

TEST_CASE("Each of Newton's iterations approaches the map, and the default number of iterations converges") {
  const TestLaw& law = GENERATE(from_range(test_laws()));
  INFO(law.name());
  const double r = 0.5;
  Random random(6);
  for (int i = 0; i < 20; ++i) {
    const Vector3<double> target(random.uniform(1.2, 2), random.uniform(0.8, 1.2), random.uniform(-0.7, 0.7));
    const auto objective = [&](const Vector3<double>& stretches) {
      return law.density(stretches) + r / 2 * (stretches - target).squaredNorm();
    };
    const Vector3<double> converged = law.prox_stretches(target, r);
    const double lowest = objective(converged);
    double last = std::numeric_limits<double>::infinity();
    for (int iterations = 1; iterations <= 20; ++iterations) {
      const double value = objective(law.prox_stretches(target, r, iterations));
      CHECK(value <= last + 1e-15 * law_scale);  // the last step only lowers the gradient
      last = value;
    }
    CHECK(last == Approx(lowest).epsilon(1e-14).margin(1e-15));
    CHECK(law.prox_stretches(target, r, 10 * converged_prox_iterations) == converged);
  }
}

namespace {

// L-BFGS as textbooks write BFGS: H from γ I by H ← (I − ρ s yᵀ) H (I − ρ y sᵀ) + ρ s sᵀ for the last five
// pairs. Returns the stretches after each iteration.
std::vector<Vector3<double>> dense_lbfgs(const TestLaw& law, const Vector3<double>& target, double r,
                                         int iterations) {
  const auto value = [&](const Vector3<double>& x) {
    return law.density(x) + r / 2 * (x - target).squaredNorm();
  };
  const auto gradient = [&](const Vector3<double>& x) -> Vector3<double> {
    return law.gradient(x) + r * (x - target);
  };
  std::vector<std::pair<Vector3<double>, Vector3<double>>> pairs;
  std::vector<Vector3<double>> iterates;
  Vector3<double> x = law.prox_start(target);
  double scale = 1 / (law.quadratic_stiffness() + r);
  for (int iteration = 0; iteration < iterations; ++iteration) {
    Matrix3<double> H = scale * Matrix3<double>::Identity();
    for (std::size_t i = pairs.size() > 5 ? pairs.size() - 5 : 0; i < pairs.size(); ++i) {
      const auto& [s, y] = pairs[i];
      const double rho = 1 / s.dot(y);
      const Matrix3<double> left = Matrix3<double>::Identity() - rho * s * y.transpose();
      H = (left * H * left.transpose() + rho * s * s.transpose()).eval();
    }
    const Vector3<double> step = -H * gradient(x);
    double alpha = 1;
    while (!(value(x + alpha * step) < value(x)) && alpha > 1e-9) alpha /= 2;
    if (alpha <= 1e-9) return iterates;  // at the minimum
    const Vector3<double> next = x + alpha * step, s = next - x, y = gradient(next) - gradient(x);
    if (s.dot(y) <= 0) return iterates;  // the places of such pairs are tested in lanes
    pairs.emplace_back(s, y);
    scale = s.dot(y) / y.squaredNorm();
    iterates.push_back(x = next);
  }
  return iterates;
}

}  // namespace

TEST_CASE("Each iteration of the map by L-BFGS is one of dense BFGS with the last five pairs") {
  const TestLaw& law = GENERATE(from_range(test_laws()));
  INFO(law.name());
  const double r = GENERATE(0.05, 0.5, 5.0);
  Random random(7);
  int compared = 0;
  for (int i = 0; i < 20; ++i) {
    const Vector3<double> target(random.uniform(1.3, 2), random.uniform(0.8, 1.2), random.uniform(0.3, 0.6));
    const double reach = (target - law.prox_stretches(target, r)).norm();
    const std::vector<Vector3<double>> expected = dense_lbfgs(law, target, r, 7);
    for (std::size_t iteration = 0; iteration < expected.size(); ++iteration) {
      const Vector3<double> found = law.prox_stretches_by_lbfgs(target, r, static_cast<int>(iteration) + 1);
      INFO("target " << target.transpose() << ", iteration " << iteration + 1);
      // Near the minimum both search among values that differ by rounding only.
      if ((expected[iteration] - law.prox_stretches(target, r)).norm() < 1e-6 * reach) break;
      CHECK((found - expected[iteration]).norm() < 1e-9);
      ++compared;
    }
  }
  CHECK((compared > 20) == (law.name() != "strain"));  // whose first iteration is exact
}

TEST_CASE("The map by L-BFGS converges to the exact one, and a single iteration has an error") {
  const TestLaw& law = GENERATE(from_range(test_laws()));
  INFO(law.name());
  const double r = GENERATE(0.05, 0.5, 5.0);
  Random random(8);
  double least = 1;
  for (int i = 0; i < 50; ++i) {
    // From farther away a long first step may lead to another minimum.
    const Vector3<double> target(random.uniform(1.2, 1.5), random.uniform(0.9, 1.1),
                                 random.uniform(0.6, 0.8));
    const Vector3<double> exact = law.prox_stretches(target, r);
    INFO("target " << target.transpose() << ", exact " << exact.transpose() << ", found "
                   << law.prox_stretches_by_lbfgs(target, r, 200).transpose());
    CHECK((law.prox_stretches_by_lbfgs(target, r, 200) - exact).norm() < 1e-12);
    least = std::min(least, (law.prox_stretches_by_lbfgs(target, r, 1) - exact).norm());
  }
  if (law.name() != "strain") CHECK(least > 1e-6);  // its Hessian is k I, so that one iteration is exact
}
