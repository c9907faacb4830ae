// Options of the commands for sweeps, and of tune.
#include <fmt/format.h>

#include "deformable/trial/tuned_weights.h"
#include "simbench/commands.h"
#include "simbench/option_checks.h"
#include "simbench/options.h"

namespace simbench {

void add_sweep(CLI::App& app, Action& action) {
  const auto [sweep, arguments] = add_command<SweepArguments>(
      app, action, "sweep", "does the missing runs of a plan: every combination of its axes and solvers",
      R"(  simbench sweep smoke --dry-run                     # lists the runs and their cost
  simbench sweep smoke --output runs/grid --jobs 2   # started again, it does the missing runs
  simbench sweep smoke --output runs/grid --filter solver=qn --filter step.time_step=1e-2
  simbench sweep my_plan.json --output runs/mine --set step.iterations=50 --shard 0/4
  simbench list plans                                # the names of plans
)",
      sweep_command);
  sweep->add_option("plan", arguments->plan, "plan file, or the name of one in scenes/sweeps")
      ->type_name("PLAN")
      ->required();
  expect_text(sweep->add_option("--output", arguments->output, "folder of the sweep"));
  sweep->add_flag("--dry-run", arguments->dry_run,
                  "list the runs and estimate time and memory; compute and write nothing");
  sweep->add_flag("--list", arguments->list,
                  "print one run per line for other tools: id, solver, axis=value …");
  expect_text(sweep->add_option("--only", arguments->sweep.selection.only,
                                "do only the run of this id; other processes may use the same folder"))
      ->type_name("ID");
  expect_text(
      sweep->add_option("--only-file", arguments->sweep.selection.only_file,
                        "do only the runs whose ids begin the lines of this file, for example lines of "
                        "--list; other processes may use the same folder"))
      ->type_name("FILE");
  expect_text(
      sweep->add_option(
          "--shard", arguments->sweep.selection.shard,
          "i/n: do every n-th run from the i-th on, counted from 0; other processes may use the same folder"))
      ->type_name("I/N");
  expect_text(sweep->add_option("--filter", arguments->sweep.selection.filters,
                                "axis=value or solver=name: do only these runs (repeatable)"))
      ->type_name("AXIS=VALUE")
      ->allow_extra_args(false);
  sweep
      ->add_option("--set", arguments->overrides,
                   "path.to.member=value of the scene for all runs; part of the plan (repeatable)")
      ->type_name("PATH=VALUE")
      ->allow_extra_args(false);
  expect_integer(sweep
                     ->add_option("--jobs", arguments->sweep.driver.jobs,
                                  "number of runs at a time, each in its own process")
                     ->capture_default_str(),
                 1, 1024);
  CLI::Option* plan_only = sweep->add_flag(
      "--plan", arguments->plan_only,
      "write the index of the runs, and do none: jobs that do a part of them then start faster");
  sweep
      ->add_flag("--summary", arguments->summary,
                 "write the summary of the runs that are there, and do none: after all shards")
      ->excludes(plan_only);
  sweep->add_flag("--quiet", arguments->sweep.driver.quiet, "print only errors");
  sweep->add_flag("--collapse", arguments->collapse,
                  "compute runs of equal problems (the same k h^2, from rest) once and derive the others");
  sweep->add_flag("--replace-plan", arguments->sweep.replace_plan,
                  "reuse a folder that belongs to another plan or build");
}

void add_tune(CLI::App& app, Action& action) {
  const auto [tune, arguments] = add_command<TuneArguments>(
      app, action, "tune", "finds ADMM's weight factor for a scene and stores it for \"weight\": \"tuned\"",
      R"(  simbench tune smoke
  simbench tune beam_untwist --set material.stiffness=1e9 --target 1e-4 --iterations 500
  simbench --scene smoke --solver admm --set solvers.admm.weight=tuned
)",
      tune_command);
  arguments->file = TunedWeights::default_file();
  add_scene(*tune, "scene", arguments->scene, arguments->overrides);
  expect_positive_number(tune->add_option("--target", arguments->options.target, "relative error to reach")
                             ->capture_default_str());
  expect_integer(tune->add_option("--iterations", arguments->options.iterations,
                                  "largest number of iterations for each weight")
                     ->capture_default_str(),
                 1, 1000000000);
  expect_text(tune->add_option("--output", arguments->file, "file of tuned weights")->capture_default_str());
}

namespace {

// Adds a command that reads the folder of a sweep.
void add_reader(CLI::App& app, Action& action, const std::string& name, const std::string& description,
                const std::string& folder, ExitCode (*read)(const ReaderArguments&)) {
  const auto [command, given] = add_command<ReaderArguments>(
      app, action, name, description,
      fmt::format("  simbench {0} runs/grid\n  simbench {0} runs/grid --json\n", name), read);
  command->add_option("folder", given->folder, folder)->required();
  command->add_flag("--trust", given->trust,
                    "execute the Python files of solvers that the plan names: read them first, if others "
                    "wrote them");
  add_json(*command, given->json, "docs/sweeps.md");
}

}  // namespace

void add_status(CLI::App& app, Action& action) {
  add_reader(app, action, "status", "shows the progress of a sweep and its failures", "folder of a sweep",
             status_command);
}

void add_verify(CLI::App& app, Action& action) {
  add_reader(app, action, "verify",
             "checks every file of a sweep, runs or an archive, and that no run of a sweep is missing",
             "folder of a run, of runs or of a sweep, or an archive of simbench archive", verify_command);
}

}  // namespace simbench
