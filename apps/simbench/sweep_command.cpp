#include <fmt/format.h>

#include <algorithm>

#include "base/counted.h"
#include "base/print_message.h"
#include "base/print_out.h"
#include "base/seconds_text.h"
#include "base/stop_signal.h"
#include "deformable/trial/deformable_scene.h"
#include "simbench/commands.h"
#include "sweep/sweep.h"

namespace simbench {

namespace {

namespace fs = std::filesystem;

// Prints the runs for other programs, which do them one by one.
void print_list(const Plan& plan, const std::vector<IndexedRun>& runs) {
  const Combinations combinations(plan);
  for (const IndexedRun& run : runs) {
    if (run.declined.empty() && run.source.empty()) print_out("{}\n", run_text(run, combinations));
  }
}

void print_dry_run(const Plan& plan, const std::vector<IndexedRun>& runs, SharedObjects& shared,
                   const SweepFolder& folder, int jobs) {
  const Combinations combinations(plan);
  int declined = 0, done = 0;
  Estimate total;
  for (const IndexedRun& run : runs) {
    const std::string text = run_text(run, combinations);
    if (!run.declined.empty()) {
      ++declined;
      print_out("{}  declined: {}\n", text, run.declined);
      continue;
    }
    const bool complete = folder.has_manifest(run);
    done += complete;
    print_out("{}{}{}\n", text, run.source.empty() ? "" : "  derived from " + run.source,
              complete ? "  done" : "");
    if (complete || !run.source.empty()) continue;
    const Experiment experiment = plan.run(combinations, run, shared).experiment;
    const Estimate one = experiment.scene->estimate(experiment.solver, experiment.options);
    total.seconds += one.seconds;
    total.bytes = std::max(total.bytes, one.bytes);
  }
  print_out("{}, {} done, {} declined; the other runs take about {} with {}, and {:.0f} MB per job\n",
            counted(runs.size(), "run"), done, declined, seconds_text(total.seconds / jobs),
            counted(jobs, "job"), total.bytes / 1e6);
}

}  // namespace

ExitCode sweep_command(const SweepArguments& arguments) {
  Plan plan = Plan::read(named_plans.find(arguments.plan));
  for (const std::string& assignment : arguments.overrides) plan.set_for_all(assignment);
  if (arguments.collapse) plan.json["collapse"] = plan.collapse = true;
  const SweepFolder folder(arguments.output);
  if (arguments.list || arguments.dry_run) {
    SharedObjects shared;
    std::optional<RunIndex> known;
    if (arguments.list && !arguments.output.empty()) known = folder.index(plan);
    const RunIndex index = known ? *std::move(known) : RunIndex::of(plan, shared);
    const std::vector<IndexedRun> runs = arguments.sweep.selection.of(plan, index);
    if (arguments.list) {
      print_list(plan, runs);
    } else {
      if (!arguments.output.empty() && fs::exists(folder.path() / "plan.json") && !folder.is_for(index))
        print_out("{}: its summary is that of another plan\n", folder.path().string());
      print_dry_run(plan, runs, shared, folder, arguments.sweep.driver.jobs);
    }
    return ExitCode::ok;
  }
  if (arguments.output.empty()) throw Error(ExitCode::usage, "sweep: --output is required");
  ignore_closed_output();
  if (arguments.plan_only) {
    const std::size_t runs = plan_sweep(plan, folder, arguments.sweep.replace_plan);
    if (!arguments.sweep.driver.quiet)
      print_out("{}: {}\n", (folder.path() / "index.csv").string(), counted(runs, "run"));
    return ExitCode::ok;
  }
  const ExitCode code =
      arguments.summary ? summarise_sweep(plan, folder) : run_sweep(plan, folder, arguments.sweep);
  if (!arguments.sweep.driver.quiet && !arguments.sweep.selection.is_share())
    print_out("{}\n", (folder.path() / "summary.csv").string());
  return code;
}

ExitCode tune_command(const TuneArguments& arguments) {
  const fs::path path = named_scenes.find(arguments.scene);
  const SceneFile file = read_scene_file(config::Document::read(path), arguments.overrides);
  if (!file.as<DeformableScene>())
    throw Error(ExitCode::usage, fmt::format("tune: {} has no weights of ADMM: it is of kind {}",
                                             path.string(), file->kind()));
  const Experiment experiment{path.filename(), file, "admm", {}};
  const TunedWeights weights(arguments.file);
  weights.require_writable();
  const Context context{
      .cache = Cache(Cache::default_folder(), [](const std::string& text) { print_message(text + "\n"); })};
  const StopSignal stop_signal;
  ignore_closed_output();
  print_out("{:>10} {:>12}\n", "c", "iterations");
  const std::optional<TunedWeight> tuned =
      tune(experiment, arguments.options, context, [](double factor, std::optional<int> iterations) {
        print_out("{:>10.4f} {:>12}\n", factor, iterations ? std::to_string(*iterations) : "-");
      });
  if (!tuned) {
    print_out(
        "no c reaches a relative error of {:g} within {}, so nothing is stored; try a larger "
        "--target or more --iterations\n",
        arguments.options.target, counted(arguments.options.iterations, "iteration"));
    return ExitCode::check_failed;
  }
  weights.store(experiment.scene_json(), *tuned);
  print_out("best: c = {:.6g}, {} to a relative error of {:g}; stored in {}\n", tuned->weight_factor,
            counted(tuned->iterations, "iteration"), tuned->target, arguments.file.string());
  return ExitCode::ok;
}

}  // namespace simbench
