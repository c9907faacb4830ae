// Laws and proximal maps of several tets side by side: each lane has the bits that it would have alone, and to rounding
// what the law of one tet says.
#include <catch2/catch.hpp>

#include "energy/prox.h"
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
// The law with another number.
template <class Law, class Number>
using Of = typename Rebound<Law, Number>::type;

// Calls use(function) with every function of a law that takes F. Each, in turn, takes a law and F of one number.
template <class Law, class Use>
void for_each_function(const Use& use) {
  const auto scalar = [](auto number) {  // as a 1 × 1 matrix
    return Eigen::Matrix<decltype(number), 1, 1>(number);
  };
  use("density of F", [&](const auto& law, const auto& F) { return scalar(law.respond(F).density); });
  use("stress", [](const auto& law, const auto& F) { return law.respond(F).stress; });
  use("density", [&](const auto& law, const auto& F) { return scalar(law.density(F.col(0))); });
  use("gradient", [](const auto& law, const auto& F) { return law.gradient(F.col(0)); });
  use("hessian", [](const auto& law, const auto& F) { return law.hessian(F.col(0)); });
  use("symmetric",
      [&](const auto& law, const auto& F) { return scalar(law.symmetric_stiffness(F.col(0), 0, 2)); });
  use("antisymmetric",
      [&](const auto& law, const auto& F) { return scalar(law.antisymmetric_stiffness(F.col(0), 0, 2)); });
  if constexpr (requires(const Law& law, const Matrix3<double>& F) { law.project(F); }) {
    use("project", [](const auto& law, const auto& F) { return law.project(F); });
  }
  if constexpr (requires(const Law& law) { law.constraint_count(ConstraintForm::split); }) {
    for (const ConstraintForm form : {ConstraintForm::split, ConstraintForm::combined}) {
      for (int i = 0; i < example_law<Law>().constraint_count(form); ++i) {
        use("constraint",
            [&, i](const auto& law, const auto& F) { return scalar(law.constraint(form, i, F).value); });
        use("its gradient",
            [&, i](const auto& law, const auto& F) { return law.constraint(form, i, F).gradient; });
      }
    }
  }
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
  // Against the law of one tet, at moderate deformations.
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
    if (!expected.allFinite()) continue;  // a column of F taken for stretches is one with negative ones
    INFO(name << ", F =\n" << moderate[i] << "\nlanes\n" << result << "\nalone\n" << expected);
    const Real size = static_cast<Real>(law_scale) + static_cast<Real>(expected.norm());
    CHECK((result - expected).norm() < 100 * std::numeric_limits<Real>::epsilon() * size);
  }
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("Each lane of a law is the law of its tet", "", DoubleLaws) {
  for_each_function<TestType>([](const char* name, const auto& function) {
    check_lanes<double, TestType>(name, function);
    check_lanes<float, TestType>(name, function);
  });
}

TEMPLATE_LIST_TEST_CASE("Each lane of a proximal map is the map of its tet, for any number of iterations", "",
                        DoubleLaws) {
  const int iterations = GENERATE(1, 2, 5, converged_prox_iterations);
  const double r = GENERATE(0.05, 2.0, 50.0);
  const auto map = [&]<class Law, class N>(const Law& law, const Matrix3<N>& F) {
    return prox(law, F, number<N>(r), iterations);
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
      const double spread = std::pow(10, random.uniform(-6, 0));  // from at rest to collapsed or inverted
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
