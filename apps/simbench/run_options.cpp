// Options of a run and of rerun.
#include "simbench/commands.h"
#include "simbench/described_options.h"
#include "simbench/option_checks.h"
#include "simbench/options.h"

namespace simbench {

Action add_run(CLI::App& app) {
  const auto arguments = std::make_shared<RunArguments>();
  app.add_option("--scene", arguments->scene,
                 "scene file, or the name of a scene in this folder, ./scenes or the program's scenes")
      ->type_name("SCENE");
  expect_text(
      app.add_option("--start-from", arguments->start_from,
                     "RUN or RUN@STEP: begins where a run ended or where a step of it ended, with the run's "
                     "scene if --scene is missing; RUN needs checkpoints (--checkpoint-every)"))
      ->type_name("RUN[@STEP]");
  app.add_option("--solver", arguments->solvers,
                 "solvers to run, separated by commas; all: the usual ones; every: every one; settings in "
                 "brackets make a variant with its own folder: "
                 "'admm[weight=auto],admm[weight_factor=0.5]'")
      ->type_name("SOLVER");
  add_terms(app, arguments->terms);
  app.add_option("--set", arguments->overrides,
                 "overrides a value of the scene: path.to.member=value (repeatable)")
      ->type_name("PATH=VALUE")
      ->allow_extra_args(false);
  expect_integer(app.add_option("--iterations", arguments->iterations,
                                "iterations of each step; the same as --set step.iterations=N"),
                 0, 1000000000);
  expect_text(app.add_option("--output", arguments->output,
                             "folder of results, with a folder for each solver (default: runs/<scene>, or "
                             "runs/<scene>-<digits> if options or --set change values of the scene)"));
  const auto describe = [arguments](config::Fields& fields) { arguments->options.describe(fields); };
  const auto options = std::make_shared<DescribedOptions>(
      app, describe, std::map<std::string, std::string>{{"snapshot_every", "--vtu"}});
  options->option("snapshot_every")
      .description("write positions as .vtu every N iterations; without N, only for the last iterate")
      ->expected(0, 1)
      ->default_str("-1");
  app.add_flag("--skip-complete", arguments->skip_complete,
               "skip runs that the output folder already has from this build and this configuration");
  add_execution(app, arguments->execution);
  add_json(app, arguments->execution.json, "docs/json.md");
  return [=]() -> ExitCode {
    const bool has_scene = !arguments->scene.empty() || !arguments->start_from.empty();
    if (!has_scene || arguments->solvers.empty()) {
      throw Error(ExitCode::usage, "give --scene and --solver, or a command; simbench --help explains");
    }
    options->read(describe);
    return run_command(*arguments);
  };
}

void add_rerun(CLI::App& app, Action& action) {
  const auto [rerun, given] = add_command<RerunArguments>(
      app, action, "rerun",
      "repeats a run from its manifest and compares every file and every key of the manifest",
      "  simbench rerun runs/untwist/qn/manifest.json\n"
      "  simbench rerun runs/untwist.tar.zst\n"
      "  simbench rerun runs/untwist/qn/manifest.json --output runs/again --threads 2\n",
      rerun_command);
  rerun->add_option("manifest", given->manifest, "manifest.json of a run, or a .tar.zst of simbench archive")
      ->required();
  expect_text(rerun->add_option("--output", given->output, "folder of results")->capture_default_str());
  rerun->add_option("--mesh-folder", given->mesh_folder,
                    "folder where the scene's mesh files are now, if they have moved");
  rerun->add_flag("--trust", given->trust,
                  "execute the Python files of the runs' solvers: read them first, if others wrote them");
  add_execution(*rerun, given->execution);
}

}  // namespace simbench
