// Tests laws and proximal maps of several tets side by side: each lane has the bits that it would have alone,
// and equals the law of one tet up to rounding.
#include <catch2/catch.hpp>

#include "tests/support/law_lanes.h"
#include "tests/support/laws.h"

using namespace simbench;
using namespace simbench::test;

namespace {

template <class Real, class Function>
void check_lanes(const LaneLaw& law, const char* name, const Function& function) {
  using Number = Lanes<Real>;
  const auto matrices = adversarial_matrices<Real>();
  const auto values = [&]<class N>(const Matrix3<N>& F) { return function(law.with<N>(), F); };
  for (std::size_t i = 0; i < matrices.size(); ++i) {
    INFO(name << ", F =\n" << matrices[i]);
    CHECK(lanes_stand_alone(values, pack<Number>(matrices, i)));
  }
  // Compares with the law of one tet, at moderate deformations.
  Random random(2);
  std::vector<Matrix3<Real>> moderate(200);
  for (Matrix3<Real>& F : moderate) {
    const Vector3<double> stretches(random.uniform(1.2, 1.5), random.uniform(0.9, 1.1),
                                    random.uniform(0.6, 0.8));
    F = (random.rotation() * stretches.asDiagonal() * random.rotation()).cast<Real>();
  }
  for (std::size_t i = 0; i < moderate.size(); ++i) {
    const Matrix3<Number> F = pack<Number>(moderate, i);
    const auto expected = values(moderate[i]);
    const auto result = lane_of(values(F), 0);
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

TEST_CASE("Each lane of a law equals the law of its tet") {
  const auto values = [](const auto& law, const auto& F) { return law.all_values(F); };
  for (const LaneLaw& law : lane_laws()) {
    DYNAMIC_SECTION(law.name) {
      check_lanes<double>(law, "all values", values);
      check_lanes<float>(law, "all values", values);
    }
  }
}

TEST_CASE("Each lane of a proximal map equals the map of its tet, for any number of iterations") {
  for (const LaneLaw& law : lane_laws()) {
    DYNAMIC_SECTION(law.name) {
      const int iterations = GENERATE(1, 2, 5, converged_prox_iterations);
      const ProxMethod method = GENERATE(ProxMethod::exact, ProxMethod::lbfgs);
      const double r = GENERATE(0.05, 2.0, 50.0);
      const auto map = [&]<class N>(const LawFor<N>& law, const Matrix3<N>& F) {
        return law.prox(F, number<N>(r), {method, iterations});
      };
      check_lanes<double>(law, "prox", map);
      check_lanes<float>(law, "prox", map);
    }
  }
}

TEST_CASE("Lanes whose maps take different numbers of iterations do not disturb each other") {
  using Number = Lanes<double>;
  for (const LaneLaw& law : lane_laws()) {
    DYNAMIC_SECTION(law.name) {
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
        const Vector3<Number> result = law.with<Number>().prox_stretches(target, r, iterations);
        for (int lane = 0; lane < lane_count<Number>; ++lane) {
          const Vector3<double> expected =
              law.with<double>().prox_stretches(lane_of(target, lane), r[lane], iterations);
          INFO("target " << lane_of(target, lane).transpose() << ", r = " << r[lane] << ": "
                         << lane_of(result, lane).transpose() << ", expected " << expected.transpose());
          CHECK((lane_of(result, lane) - expected).norm() < 1e-11);
        }
      }
    }
  }
}
