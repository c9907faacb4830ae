// The tuned ADMM weight: found, stored, and used.
#include <cmath>

#include "base/error.h"
#include "base/number_text.h"
#include "base/temporary_folder.h"
#include "solver/admm.h"
#include "study/tune.h"
#include "tests/scene/small_scene.h"

using namespace simbench;
using namespace simbench::test;

namespace {

const std::vector<std::string> to_tune = {"solvers.admm.weight=tuned", "step.iterations=400"};

Experiment smoke(const std::vector<std::string>& overrides) {
  return {"smoke.json",
          read_scene_file(config::Document::read(SIMBENCH_SOURCE_DIR "/scenes/smoke.json"), overrides),
          "admm",
          {}};
}

// Iterations that a fixed c takes to the target.
int iterations_with(double factor, double target, const Cache& cache) {
  Experiment experiment = smoke({"step.iterations=400", "solvers.admm.weight_factor=" + number_text(factor)});
  experiment.options.until_relative_error = target;
  const PreparedScene start = experiment.scene.prepare(cache, [](const std::string&) {}, {});
  return run(*experiment.trial(start, cache), experiment.length(), experiment.options, {}).iterations;
}

}  // namespace

TEST_CASE("A tuned weight is not beaten by a scan, and is used by the scene that names it") {
  const TemporaryFolder folder;
  const Cache cache(folder.path() / "cache", [](const std::string& text) { FAIL(text); });
  const TunedWeights store(folder.path() / "tuned.json");
  Experiment experiment = smoke(to_tune);
  CHECK_THROWS_AS(store.resolve(experiment), Error);  // nothing is stored yet

  TuneOptions options;
  options.target = 1e-4;
  options.iterations = 400;
  int tried = 0;
  const std::optional<TunedWeight> found =
      tune(smoke(to_tune), options, cache, [&](double, std::optional<int>) { ++tried; });
  REQUIRE(found);
  const TunedWeight& tuned = *found;
  CHECK(tried >= 10);
  CHECK(iterations_with(tuned.weight_factor, options.target, cache) == tuned.iterations);
  for (double factor = 0.1; factor < 1.5; factor *= 1.15) {
    INFO("c = " << factor);
    CHECK(tuned.iterations <= iterations_with(factor, options.target, cache) + 2);
  }

  store.store(smoke(to_tune), tuned);
  store.resolve(experiment);
  const auto& settings =
      dynamic_cast<const AdmmSettings&>(*experiment.scene.as<DeformableScene>()->solvers.settings("admm"));
  CHECK(settings.weight_rule == WeightRule::factor);
  CHECK(settings.weight_factor == tuned.weight_factor);
}

TEST_CASE("A tuned weight belongs to the physics of its scene") {
  const TemporaryFolder folder;
  const TunedWeights store(folder.path() / "tuned.json");
  store.store(smoke(to_tune), {0.4, 20, 1e-6});
  CHECK(store.find(smoke({"step.iterations=7", "description=other words"})));
  CHECK_FALSE(store.find(smoke({"material.stiffness=2e6"})));
  CHECK_FALSE(store.find(smoke({"step.time_step=0.02"})));
}
