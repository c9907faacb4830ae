#include "base/temporary_folder.h"
#include "deformable/referee/minimum.h"
#include "deformable/referee/reference.h"
#include "deformable/trial/deformable_trial.h"
#include "tests/deformable/scene/small_scene.h"

using namespace simbench;
using namespace simbench::test;

namespace {

struct Found {
  std::optional<double> minimum;
  int computed = 0;
};

Scene scene_of(const std::vector<std::string>& overrides) {
  std::vector<std::string> all = {twist};
  all.insert(all.end(), overrides.begin(), overrides.end());
  return small_scene(all);
}

Found find(const std::vector<std::string>& overrides, const Cache& cache) {
  Found found;
  const Scene scene = scene_of(overrides);
  const World world = world_of(scene);
  const Motion motion = motion_of(scene, world);
  const std::optional<Reference> reference =
      reference_minimum(motion.problem(motion.start, 1), motion.materials,
                        {.cache = cache, .note = [&](const std::string&) { ++found.computed; }});
  if (reference) found.minimum = reference->minimum;
  return found;
}

}  // namespace

TEST_CASE("A cached reference minimum has the bits of the computed one") {
  const TemporaryFolder folder;
  const Cache cache(folder.path(), [](const std::string& text) { FAIL(text); });
  const Found first = find({}, cache);
  CHECK(first.computed == 1);
  const Found second = find({}, cache);
  CHECK(second.computed == 0);
  CHECK(second.minimum == first.minimum);
  CHECK(find({}, no_cache()).minimum == first.minimum);
}

TEST_CASE("The reference minimum is that of Newton's method") {
  const Scene scene = scene_of({});
  const World world = world_of(scene);
  CHECK(find({}, no_cache()).minimum == minimise(step_problem(scene, world, world.start, 1)).objective);
}

TEST_CASE("Every change of the problem changes the key of its minimum") {
  const TemporaryFolder folder;
  const Cache cache(folder.path(), [](const std::string& text) { FAIL(text); });
  find({}, cache);
  const std::string held = R"(anchors.groups=[{"vertices":{"select":"x_min"}}])";
  const std::vector<std::vector<std::string>> others = {{"step.time_step=0.02"},
                                                        {"material.stiffness=1e5"},
                                                        {"density=999"},
                                                        {"gravity=[0,0,-9.81]"},
                                                        {"initial_velocity=[0,0,1]"},
                                                        {held},
                                                        {held, "anchors.stiffness=5"},
                                                        {"preparation.duration=0.6"},
                                                        {R"(regions=[{"tets": {"select": "all"},
          "material": {"model": "corotated_linear", "youngs_modulus": 1e6}}])"}};
  for (const std::vector<std::string>& overrides : others) {
    INFO(overrides.back());
    CHECK(find(overrides, cache).computed == 1);
  }
  CHECK(find({"step.iterations=3", "description=other"}, cache).computed == 0);
}
