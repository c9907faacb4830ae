// Plans of sweeps. The first file is the plan, the second one the scene that it names. Each run of an
// accepted plan must have a scene that can be written and read again without changing the run's id. The ids
// of runs must differ.
#include "sweep/plan.h"

#include <set>

#include "tests/fuzz/small_scene.h"

using namespace simbench;
using namespace simbench::fuzz;

namespace {

// Whether a value of the plan may change the size of a body or a chain, which then has no bound.
bool changes_size(const std::string& path) {
  return path.starts_with("body") || path.starts_with("chain");
}
bool changes_size(const Assignments& assignments) {
  return std::any_of(assignments.begin(), assignments.end(),
                     [](const auto& member) { return changes_size(member.first); });
}

bool is_quick(const Plan& plan) {
  constexpr double most_runs = 32;
  double runs = static_cast<double>(plan.solvers.size());
  bool same_size = !changes_size(plan.set);
  for (const Axis& axis : plan.axes) {
    runs *= static_cast<double>(axis.values.size());
    same_size = same_size && !changes_size(axis.path);
  }
  for (const PlanOverride& change : plan.overrides) same_size = same_size && !changes_size(change.set);
  return same_size && runs <= most_runs;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::vector<std::string> files = files_of(data, size, 2);
  std::vector<SweepRun> runs;
  accepts([&] {
    const config::Document scene = config::Document::parse(files[1], "scene.json");
    if (!is_small(scene)) return;
    const Plan plan = Plan::read(config::Document::parse(files[0], "plan.json"), scene);
    if (is_quick(plan)) runs = plan.runs();
  });
  std::set<std::string> ids;
  for (const SweepRun& run : runs) {
    require(ids.insert(run.id).second);
    const config::Document written = config::Document::of(run.experiment.scene_json(), "the scene of a run");
    const Experiment experiment{"", read_scene_file(written), run.experiment.solver, run.experiment.options};
    require(experiment.run_id() == run.id);
  }
  return 0;
}
