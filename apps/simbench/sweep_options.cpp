// Options of the commands around sweeps.
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
  sweep->add_option("plan", arguments->plan, "plan file")->required();
  sweep->add_option("--output", arguments->output, "folder of the sweep");
  sweep->add_flag("--dry-run", arguments->dry_run,
                  "list the runs and estimate time and memory; computes and writes nothing");
  sweep->add_flag("--list", arguments->list,
                  "print one run a line for other tools: id, solver, axis=value …");
  sweep->add_option("--only", arguments->only,
                    "do the run of this id alone; others may be at work in the same folder");
  sweep->add_option("--shard", arguments->shard,
                    "i/n: do every n-th run from the i-th on, counted from 0; shares the folder");
  sweep->add_option("--filter", arguments->filters, "axis=value or solver=name: only these runs (repeatable)")
      ->allow_extra_args(false);
  sweep
      ->add_option("--set", arguments->overrides,
                   "path.to.member=value of the scene for all runs; part of the plan (repeatable)")
      ->allow_extra_args(false);
  expect_integer(
      sweep->add_option("--jobs", arguments->jobs, "runs at a time, a process each")->capture_default_str(),
      1, 1024);
  sweep->add_flag("--quiet", arguments->quiet, "print only errors");
  sweep->add_flag("--collapse", arguments->collapse,
                  "compute runs of equal problems (the same k h^2, from rest) once and derive the others");
  sweep->add_flag("--replace-plan", arguments->replace_plan,
                  "let a folder of another plan or build become this one's");
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
  tune->add_option("--output", arguments->file, "file of tuned weights")->capture_default_str();
  tune->callback([=, &action] { action = [=] { return tune_command(*arguments); }; });
}

void add_status(CLI::App& app, Action& action) {
  const auto folder = std::make_shared<std::filesystem::path>();
  CLI::App* status = app.add_subcommand("status", "how far a sweep is, and what failed");
  status->add_option("folder", *folder, "folder of a sweep")->required();
  status->callback([=, &action] { action = [=] { return status_command(*folder); }; });
}

void add_verify(CLI::App& app, Action& action) {
  const auto folder = std::make_shared<std::filesystem::path>();
  CLI::App* verify = app.add_subcommand("verify", "compares every file of a sweep with its hash");
  verify->add_option("folder", *folder, "folder of a sweep")->required();
  verify->callback([=, &action] { action = [=] { return verify_command(*folder); }; });
}

}  // namespace simbench
