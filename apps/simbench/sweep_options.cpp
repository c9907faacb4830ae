// Options of the commands around sweeps.
#include <fmt/format.h>

#include <memory>

#include "experiment/tuned_weights.h"
#include "simbench/commands.h"
#include "simbench/option_checks.h"
#include "simbench/options.h"

namespace simbench {

void add_sweep(CLI::App& app, Action& action) {
  const auto arguments = std::make_shared<SweepArguments>();
  CLI::App* sweep =
      app.add_subcommand("sweep", "runs a plan: every combination of its axes and solvers, what is missing");
  sweep->add_option("plan", arguments->plan, "plan file, or the name of one in scenes/sweeps")->required();
  expect_text(sweep->add_option("--output", arguments->output, "folder of the sweep"));
  sweep->add_flag("--dry-run", arguments->dry_run,
                  "list the runs and estimate time and memory; computes and writes nothing");
  sweep->add_flag("--list", arguments->list,
                  "print one run a line for other tools: id, solver, axis=value …");
  expect_text(sweep->add_option("--only", arguments->study.selection.only,
                                "do the run of this id alone; others may be at work in the same folder"));
  expect_text(
      sweep->add_option("--shard", arguments->study.selection.shard,
                        "i/n: do every n-th run from the i-th on, counted from 0; shares the folder"));
  expect_text(sweep->add_option("--filter", arguments->study.selection.filters,
                                "axis=value or solver=name: only these runs (repeatable)"))
      ->allow_extra_args(false);
  sweep
      ->add_option("--set", arguments->overrides,
                   "path.to.member=value of the scene for all runs; part of the plan (repeatable)")
      ->allow_extra_args(false);
  expect_integer(sweep->add_option("--jobs", arguments->study.driver.jobs, "runs at a time, a process each")
                     ->capture_default_str(),
                 1, 1024);
  sweep->add_flag("--quiet", arguments->study.driver.quiet, "print only errors");
  sweep->add_flag("--collapse", arguments->collapse,
                  "compute runs of equal problems (the same k h^2, from rest) once and derive the others");
  sweep->add_flag("--replace-plan", arguments->study.replace_plan,
                  "let a folder of another plan or build become this one's");
  sweep->footer(R"(
Examples:
  simbench sweep smoke --dry-run                                 # what it would do, and how long
  simbench sweep thesis_untwist --output runs/grid --jobs 2      # again: does what is missing
  simbench sweep thesis_untwist --output runs/grid --filter solver=qn --filter step.time_step=1e-2
  simbench sweep my_plan.json --output runs/mine --set step.iterations=50 --shard 0/4
  simbench list plans                                            # the plans that have a name
)");
  sweep->callback([=, &action] { action = [=] { return sweep_command(*arguments); }; });
}

void add_tune(CLI::App& app, Action& action) {
  const auto arguments = std::make_shared<TuneArguments>();
  CLI::App* tune = app.add_subcommand(
      "tune", "finds ADMM's weight factor for a scene and stores it for \"weight\": \"tuned\"");
  arguments->file = TunedWeights::default_file();
  tune->add_option("scene", arguments->scene,
                   "scene file, or its name: here, in ./scenes, or in the program's scenes")
      ->required();
  tune->add_option("--set", arguments->overrides, "overrides a value of the scene (repeatable)")
      ->allow_extra_args(false);
  expect_positive_number(tune->add_option("--target", arguments->options.target, "relative error to reach")
                             ->capture_default_str());
  expect_integer(tune->add_option("--iterations", arguments->options.iterations, "at most, for each weight")
                     ->capture_default_str(),
                 1, 1000000000);
  expect_text(tune->add_option("--output", arguments->file, "file of tuned weights")->capture_default_str());
  tune->footer(R"(
Examples:
  simbench tune smoke
  simbench tune beam_untwist --set material.stiffness=1e9 --target 1e-4 --iterations 500
  simbench --scene smoke --solver admm --set solvers.admm.weight=tuned     # uses what was stored
)");
  tune->callback([=, &action] { action = [=] { return tune_command(*arguments); }; });
}

namespace {

// A command that looks at the folder of a sweep.
void add_look(CLI::App& app, Action& action, const std::string& name, const std::string& description,
              ExitCode (*look)(const std::filesystem::path&, bool)) {
  struct Arguments {
    std::filesystem::path folder;
    bool json = false;
  };
  const auto given = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand(name, description);
  command->add_option("folder", given->folder, "folder of a sweep")->required();
  command->add_flag("--json", given->json, "print JSON, for other programs (docs/sweeps.md)");
  command->footer(fmt::format(R"(
Examples:
  simbench {0} runs/grid
  simbench {0} runs/grid --json
)",
                              name));
  command->callback([=, &action] { action = [=] { return look(given->folder, given->json); }; });
}

}  // namespace

void add_status(CLI::App& app, Action& action) {
  add_look(app, action, "status", "how far a sweep is, and what failed", status_command);
}

void add_verify(CLI::App& app, Action& action) {
  add_look(app, action, "verify", "checks every file of a sweep, and that no run is missing", verify_command);
}

}  // namespace simbench
