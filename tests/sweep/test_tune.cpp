// The tuned ADMM weight: found, stored, and used.
#include <cmath>

#include "base/error.h"
#include "base/temporary_folder.h"
#include "experiment/metrics.h"
#include "experiment/run.h"
#include "solver/admm.h"
#include "sweep/tune.h"
#include "tests/scene/small_scene.h"

using namespace simbench;
using namespace simbench::test;

namespace {

const std::vector<std::string> prepared = {"solvers.admm.weight=tuned", "step.iterations=400"};

Scene smoke(const std::vector<std::string>& overrides) {
  return read_scene(config::Document::read(SIMBENCH_SOURCE_DIR "/scenes/smoke.json"), overrides);
}

// Iterations that a fixed c takes to the target.
int iterations_with(double factor, double target, const Cache& cache) {
  Scene scene = smoke({"step.iterations=400"});
  auto& settings = dynamic_cast<AdmmSettings&>(*scene.solver_settings.at("admm"));
  settings.weight_rule = "factor";
  settings.weight_factor = factor;
  RunOptions options;
  options.until_relative_error = target;
  RunListener listener;
  listener.note = [](const std::string&) {};
  listener.record = [](const Record&) {};
  const World world = build_world(scene, cache, listener.note);
  return run(scene, world, *find_solver("admm"), options, cache, listener).iterations;
}

}  // namespace

TEST_CASE("A tuned weight is not beaten by a scan, and is used by the scene that names it") {
  const TemporaryFolder folder;
  const Cache cache(folder.path() / "cache", [](const std::string& text) { FAIL(text); });
  const TunedWeights store(folder.path() / "tuned.json");
  Scene scene = smoke(prepared);
  CHECK_THROWS_AS(store.resolve(scene), Error);  // nothing is stored yet

  TuneOptions options;
  options.target = 1e-4;
  options.iterations = 400;
  int tried = 0;
  const std::optional<TunedWeight> found =
      tune(smoke(prepared), options, cache, [&](double, std::optional<int>) { ++tried; });
  REQUIRE(found);
  const TunedWeight& tuned = *found;
  CHECK(tried >= 10);
  CHECK(iterations_with(tuned.weight_factor, options.target, cache) == tuned.iterations);
  for (double factor = 0.1; factor < 1.5; factor *= 1.15) {
    INFO("c = " << factor);
    CHECK(tuned.iterations <= iterations_with(factor, options.target, cache) + 2);
  }

  store.store(smoke(prepared), tuned);
  store.resolve(scene);
  const auto& settings = dynamic_cast<const AdmmSettings&>(*scene.solver_settings.at("admm"));
  CHECK(settings.weight_rule == "factor");
  CHECK(settings.weight_factor == tuned.weight_factor);
}

TEST_CASE("A tuned weight belongs to the physics of its scene") {
  const TemporaryFolder folder;
  const TunedWeights store(folder.path() / "tuned.json");
  store.store(smoke(prepared), {0.4, 20, 1e-6});
  CHECK(store.find(smoke({"step.iterations=7", "description=other words"})));
  CHECK_FALSE(store.find(smoke({"material.stiffness=2e6"})));
  CHECK_FALSE(store.find(smoke({"step.time_step=0.02"})));
}
