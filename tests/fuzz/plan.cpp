// Plans of sweeps: a first file is the plan, a second one the scene that it names. Every run of an accepted plan must have a
// scene that can be read again, with the id that it has, and an id of its own.
#include "study/plan.h"

#include <set>

#include "tests/fuzz/small_scene.h"

using namespace simbench;
using namespace simbench::fuzz;

namespace {

// Values that the plan puts into the body could ask for any mesh.
bool changes_body(const Assignments& assignments) {
  return std::any_of(assignments.begin(), assignments.end(),
                     [](const auto& member) { return member.first.starts_with("body"); });
}

bool is_quick(const Plan& plan) {
  constexpr double most_runs = 32;
  double runs = static_cast<double>(plan.solvers.size());
  bool same_body = !changes_body(plan.set);
  for (const Axis& axis : plan.axes) {
    runs *= static_cast<double>(axis.values.size());
    same_body = same_body && !axis.path.starts_with("body");
  }
  for (const PlanOverride& change : plan.overrides) same_body = same_body && !changes_body(change.set);
  return same_body && runs <= most_runs;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::vector<std::string> files = files_of(data, size, 2);
  std::vector<StudyRun> runs;
  accepts([&] {
    const config::Document scene = config::Document::parse(files[1], "scene.json");
    if (!is_small(scene)) return;
    const Plan plan = Plan::read(config::Document::parse(files[0], "plan.json"), scene);
    if (is_quick(plan)) runs = plan.runs();
  });
  std::set<std::string> ids;
  for (const StudyRun& run : runs) {
    require(ids.insert(run.id).second);
    SceneFile again =
        read_scene_file(config::Document::of(run.experiment.scene_json(), "the scene of a run"));
    const Experiment experiment{"", std::move(again.scene), again.solvers.configured(run.solver()),
                                run.experiment.options};
    require(experiment.run_id() == run.id);
  }
  return 0;
}
