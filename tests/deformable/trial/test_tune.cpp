// Finding, storing and using the tuned ADMM weight.
#include <cmath>

#include "base/error.h"
#include "base/number_text.h"
#include "base/temporary_folder.h"
#include "deformable/solvers/admm.h"
#include "deformable/trial/tune.h"
#include "tests/deformable/scene/small_scene.h"
#include "tests/support/variable.h"

using namespace simbench;
using namespace simbench::test;

namespace {

const std::vector<std::string> to_tune = {"solvers.admm.weight=tuned", "step.iterations=400"};

Experiment smoke(const std::vector<std::string>& overrides) {
  return {
      "smoke.json",
      read_scene_file(config::Document::read(SIMBENCH_SOURCE_DIR "/scenes/deformable/smoke.json"), overrides),
      "admm",
      {}};
}

// The number of iterations to the target with a fixed c.
int iterations_with(double factor, double target, const Cache& cache) {
  Experiment experiment = smoke({"step.iterations=400", "solvers.admm.weight_factor=" + number_text(factor)});
  experiment.options.until_relative_error = target;
  const Context context{cache};
  const std::unique_ptr<PreparedScene> start = experiment.scene->prepare(context);
  return run(*experiment.trial(*start), experiment.length(), experiment.options, context).iterations;
}

}  // namespace

TEST_CASE("No weight of a scan beats the tuned weight, and a scene that names it uses it") {
  const TemporaryFolder folder;
  const Cache cache(folder.path() / "cache", [](const std::string& text) { FAIL(text); });
  const std::string file = folder.path() / "tuned.json";
  const Variable named("SIMBENCH_TUNED_WEIGHTS", file);
  const TunedWeights store(file);
  Experiment experiment = smoke(to_tune);
  CHECK_THROWS_AS(experiment.scene.look_up_settings("admm"), Error);  // nothing is stored yet

  TuneOptions options;
  options.target = 1e-4;
  options.iterations = 400;
  int tried = 0;
  const std::optional<TunedWeight> found =
      tune(smoke(to_tune), options, {cache}, [&](double, std::optional<int>) { ++tried; });
  REQUIRE(found);
  const TunedWeight& tuned = *found;
  CHECK(tried >= 10);
  CHECK(iterations_with(tuned.weight_factor, options.target, cache) == tuned.iterations);
  for (double factor = 0.1; factor < 1.5; factor *= 1.15) {
    INFO("c = " << factor);
    CHECK(tuned.iterations <= iterations_with(factor, options.target, cache) + 2);
  }

  store.store(smoke(to_tune).scene_json(), tuned);
  experiment.scene.look_up_settings("admm");
  const auto& settings =
      dynamic_cast<const AdmmSettings&>(*experiment.scene.as<DeformableScene>()->solvers.settings("admm"));
  REQUIRE(std::holds_alternative<FixedFactor>(settings.weight));
  CHECK(std::get<FixedFactor>(settings.weight).c == tuned.weight_factor);
}

TEST_CASE("A tuned weight is stored for the physics of its scene") {
  const TemporaryFolder folder;
  const TunedWeights store(folder.path() / "tuned.json");
  store.store(smoke(to_tune).scene_json(), {0.4, 20, 1e-6});
  CHECK(store.find(smoke({"step.iterations=7", "description=other words"}).scene_json()));
  CHECK_FALSE(store.find(smoke({"material.stiffness=2e6"}).scene_json()));
  CHECK_FALSE(store.find(smoke({"step.time_step=0.02"}).scene_json()));
}
