#include <fmt/format.h>

#include <algorithm>

#include "base/counted.h"
#include "base/stop_signal.h"
#include "experiment/inspection.h"
#include "simbench/commands.h"
#include "simbench/progress.h"
#include "sweep/driver.h"
#include "sweep/selection.h"
#include "sweep/summary.h"

namespace simbench {

namespace {

using nlohmann::ordered_json;

// What a run costs by rule of thumb: measured milliseconds of one core, and memory, grow with the tets.
struct Estimate {
  double seconds = 0;
  double bytes = 0;
};
Estimate estimate(const SweepRun& run) {
  constexpr double first_order_seconds = 1.5e-7, newton_seconds = 2e-6;  // an iteration and a tet
  const ordered_json& scene = run.configuration.scene;
  const double tets = static_cast<double>(run.tets);
  const bool newton = run.configuration.solver == "newton";
  const bool finds_minimum = run.configuration.options.reference.kind == ReferenceChoice::Kind::newton;
  const double iterations = newton ? 30 : scene["step"]["iterations"].get<double>();
  return {iterations * scene["step"]["steps"].get<double>() * tets *
              (newton ? newton_seconds : first_order_seconds),
          memory_estimate(run.tets, finds_minimum ? "newton" : run.configuration.solver)};
}

void print_dry_run(const SweepArguments& arguments, const SweepFolder& folder,
                   const std::vector<SweepRun>& runs) {
  int declined = 0, done = 0;
  Estimate total;
  for (const SweepRun& run : runs) {
    if (!run.declined.empty()) {
      ++declined;
      fmt::print("{}  declined: {}\n", run_text(run), run.declined);
      continue;
    }
    const bool complete = folder.has_manifest(run);
    done += complete;
    fmt::print("{}{}{}\n", run_text(run), run.source.empty() ? "" : "  derived from " + run.source,
               complete ? "  done" : "");
    if (complete || !run.source.empty()) continue;
    const Estimate one = estimate(run);
    total.seconds += one.seconds;
    total.bytes = std::max(total.bytes, one.bytes);
  }
  fmt::print("{}, {} done, {} declined; the rest takes about {:.0f} s with {}, and {:.0f} MB a job\n",
             counted(runs.size(), "run"), done, declined, total.seconds / arguments.jobs,
             counted(arguments.jobs, "job"), total.bytes / 1e6);
}

}  // namespace

ExitCode sweep_command(const SweepArguments& arguments) {
  SweepPlan plan = SweepPlan::read(named_plans.find(arguments.plan));
  for (const std::string& text : arguments.overrides) {
    const auto [path, value] = split_override(text);
    plan.set_for_all(std::string(path), std::string(value));
  }
  if (arguments.collapse) plan.json["collapse"] = plan.collapse = true;
  const std::vector<SweepRun> all = plan.runs();
  const std::vector<SweepRun> runs = arguments.selection.of(plan, all);
  const SweepFolder folder(arguments.output);
  if (arguments.list) {
    for (const SweepRun& run : runs) {
      if (run.declined.empty() && run.source.empty()) fmt::print("{}\n", run_text(run));
    }
    return ExitCode::ok;
  }
  if (arguments.dry_run) {
    print_dry_run(arguments, folder, runs);
    return ExitCode::ok;
  }
  if (arguments.output.empty()) throw Error(ExitCode::usage, "sweep: --output is required");

  const bool shares = arguments.selection.only || arguments.selection.shard;
  const std::optional<FileLock> lock = shares ? std::nullopt : FileLock::try_lock(folder.lock_file());
  if (!shares && !lock) {
    throw Error(ExitCode::locked,
                fmt::format("{}: another sweep is at work here: {}", arguments.output.string(),
                            FileLock::holder(folder.lock_file())));
  }
  if (shares && arguments.replace_plan)
    throw Error(ExitCode::usage, "--replace-plan does not go with --only or --shard");
  refuse_foreign_summary(folder);
  if (lock) folder.remove_leftovers();
  folder.claim(plan, all, arguments.replace_plan);
  const ExitCode code = drive(folder, runs, {arguments.jobs, arguments.quiet});
  if (arguments.selection.only) return code;  // whoever drives many of these writes the summary once
  const std::vector<std::string> damaged = write_summary(folder, plan, all);
  if (!arguments.quiet) fmt::print("{}\n", (folder.path() / "summary.csv").string());
  // Runs that were good a moment ago, or that we have just done; another shard's are not ours to judge.
  const bool spoilt = std::any_of(runs.begin(), runs.end(), [&](const SweepRun& run) {
    return std::find(damaged.begin(), damaged.end(), run.id) != damaged.end();
  });
  return code == ExitCode::ok && spoilt ? ExitCode::output : code;
}

ExitCode tune_command(const TuneArguments& arguments) {
  const Scene scene =
      read_scene(config::Document::read(named_scenes.find(arguments.scene)), arguments.overrides);
  const TunedWeights weights(arguments.file);
  weights.require_writable();
  const Cache cache(Cache::default_folder(), [](const std::string& text) { say(text + "\n"); });
  const StopSignal stop_signal;
  fmt::print("{:>10} {:>12}\n", "c", "iterations");
  const std::optional<TunedWeight> tuned =
      tune(scene, arguments.options, cache, [](double factor, std::optional<int> iterations) {
        fmt::print("{:>10.4f} {:>12}\n", factor, iterations ? std::to_string(*iterations) : "-");
      });
  if (!tuned) {
    fmt::print(
        "no c reaches a relative error of {:g} within {}, so that nothing is stored; try a larger "
        "--target or more --iterations\n",
        arguments.options.target, counted(arguments.options.iterations, "iteration"));
    return ExitCode::check_failed;
  }
  weights.store(scene, *tuned);
  fmt::print("best: c = {:.6g}, {} to a relative error of {:g}; stored in {}\n", tuned->weight_factor,
             counted(tuned->iterations, "iteration"), tuned->target, arguments.file.string());
  return ExitCode::ok;
}

}  // namespace simbench
