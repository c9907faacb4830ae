// Tests laws and proximal maps of several tets side by side: each lane has the bits that it would have alone,
// and equals the law of one tet up to rounding.
#include <catch2/catch.hpp>

#include "deformable/energy/prox.h"
#include "tests/support/lanes.h"
#include "tests/support/laws.h"

using namespace simbench;
using namespace simbench::test;

namespace {

template <class Law, class Number>
struct Rebound;
template <template <class> class Law, class Real, class Number>
struct Rebound<Law<Real>, Number> {
  using type = Law<Number>;
};
// The same law for another type of number.
template <class Law, class Number>
using Of = typename Rebound<Law, Number>::type;

// The values of all functions of a law that take F, or stretches (the first column of F), one below the other
// and padded with zeros. They are in one vector, because each additional comparison costs compile time.
template <class Law, class Number>
Eigen::Matrix<Number, 64, 1> all_values(const Law& law, const Matrix3<Number>& F) {
  Eigen::Matrix<Number, 64, 1> values = Eigen::Matrix<Number, 64, 1>::Constant(Number(0));
  int count = 0;
  const auto add = [&](const auto& matrix) {
    for (Index i = 0; i < matrix.size(); ++i) values[count++] = matrix(i % matrix.rows(), i / matrix.rows());
  };
  const auto add_number = [&](const Number& value) { values[count++] = value; };
  const Vector3<Number> stretches = F.col(0);
  const auto response = law.respond(F);
  add_number(response.density);
  add(response.stress);
  add_number(law.density(stretches));
  add(law.gradient(stretches));
  add(law.hessian(stretches));
  add_number(law.symmetric_stiffness(stretches, 0, 2));
  add_number(law.antisymmetric_stiffness(stretches, 0, 2));
  if constexpr (requires { law.project(F); }) add(law.project(F));
  if constexpr (requires { law.constraint_count(ConstraintForm::split); }) {
    for (const ConstraintForm form : {ConstraintForm::split, ConstraintForm::combined}) {
      for (int i = 0; i < law.constraint_count(form); ++i) {
        const auto constraint = law.constraint(form, i, F);
        add_number(constraint.value);
        add(constraint.gradient);
      }
    }
  }
  return values;
}

template <class Real, class Law, class Function>
void check_lanes(const char* name, const Function& function) {
  using Number = Lanes<Real>;
  const auto matrices = adversarial_matrices<Real>();
  const auto law_of = []<class N>(const Matrix3<N>&) { return example_law<Of<Law, N>>(); };
  for (std::size_t i = 0; i < matrices.size(); ++i) {
    INFO(name << ", F =\n" << matrices[i]);
    CHECK(
        lanes_stand_alone([&](const auto& F) { return function(law_of(F), F); }, pack<Number>(matrices, i)));
  }
  // Compares with the law of one tet, at moderate deformations.
  Random random(2);
  std::vector<Matrix3<Real>> moderate(200);
  for (Matrix3<Real>& F : moderate) {
    const Vector3<double> stretches(random.uniform(1.2, 1.5), random.uniform(0.9, 1.1),
                                    random.uniform(0.6, 0.8));
    F = (random.rotation() * stretches.asDiagonal() * random.rotation()).cast<Real>();
  }
  const auto law = example_law<Of<Law, Real>>();
  for (std::size_t i = 0; i < moderate.size(); ++i) {
    const Matrix3<Number> F = pack<Number>(moderate, i);
    const auto expected = function(law, moderate[i]);
    const auto result = lane_of(function(law_of(F), F), 0);
    INFO(name << ", F =\n" << moderate[i] << "\nlanes\n" << result << "\nalone\n" << expected);
    bool close = true;
    for (Index entry = 0; entry < expected.size(); ++entry) {
      const Real value = expected.reshaped()[entry];
      if (!std::isfinite(value)) continue;  // a column of F may have negative entries, as no stretches do
      const Real size = static_cast<Real>(law_scale) + std::abs(value);
      close = close &&
              std::abs(result.reshaped()[entry] - value) < 100 * std::numeric_limits<Real>::epsilon() * size;
    }
    CHECK(close);
  }
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("Each lane of a law equals the law of its tet", "", DoubleLaws) {
  const auto values = [](const auto& law, const auto& F) { return all_values(law, F); };
  check_lanes<double, TestType>("all values", values);
  check_lanes<float, TestType>("all values", values);
}

TEMPLATE_LIST_TEST_CASE("Each lane of a proximal map equals the map of its tet, for any number of iterations",
                        "", DoubleLaws) {
  const int iterations = GENERATE(1, 2, 5, converged_prox_iterations);
  const ProxMethod method = GENERATE(ProxMethod::exact, ProxMethod::lbfgs);
  const double r = GENERATE(0.05, 2.0, 50.0);
  const auto map = [&]<class Law, class N>(const Law& law, const Matrix3<N>& F) {
    return prox(law, F, number<N>(r), {method, iterations});
  };
  check_lanes<double, TestType>("prox", map);
  check_lanes<float, TestType>("prox", map);
}

TEMPLATE_LIST_TEST_CASE("Lanes whose maps take different numbers of iterations do not disturb each other", "",
                        DoubleLaws) {
  using Number = Lanes<double>;
  const auto law = example_law<TestType>();
  const auto lanes = example_law<Of<TestType, Number>>();
  Random random(3);
  for (int i = 0; i < 300; ++i) {
    Vector3<Number> target;
    Number r;
    for (int lane = 0; lane < lane_count<Number>; ++lane) {
      const double spread = std::pow(10, random.uniform(-6, 0));  // from rest to collapsed or inverted
      Vector3<double> stretches;
      for (double& stretch : stretches) stretch = 1 + spread * random.uniform(-1.5, 1);
      std::sort(stretches.begin(), stretches.end(), std::greater<>());
      set_lane(target, lane, stretches);
      r[lane] = std::pow(10, random.uniform(-1, 2));
    }
    const int iterations = i % 2 ? 3 : converged_prox_iterations;
    const Vector3<Number> result = prox_stretches(lanes, target, r, iterations);
    for (int lane = 0; lane < lane_count<Number>; ++lane) {
      const Vector3<double> expected = prox_stretches(law, lane_of(target, lane), r[lane], iterations);
      INFO("target " << lane_of(target, lane).transpose() << ", r = " << r[lane] << ": "
                     << lane_of(result, lane).transpose() << ", expected " << expected.transpose());
      CHECK((lane_of(result, lane) - expected).norm() < 1e-11);
    }
  }
}
