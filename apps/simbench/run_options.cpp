// Options of a run and of its repetition.
#include <memory>

#include "simbench/commands.h"
#include "simbench/option_checks.h"
#include "simbench/options.h"

namespace simbench {

namespace {

constexpr const char* rerun_examples = R"(
Examples:
  simbench rerun runs/untwist/qn/manifest.json
  simbench rerun runs/untwist/qn/manifest.json --output runs/again --threads 2
)";

}  // namespace

Action add_run(CLI::App& app) {
  const auto arguments = std::make_shared<RunArguments>();
  const auto reference = std::make_shared<std::string>("newton");
  const auto precision = std::make_shared<std::string>("double");
  const auto trajectory = std::make_shared<std::string>("own");
  RunOptions& options = arguments->options;
  app.add_option("--scene", arguments->scene,
                 "scene file, or its name: here, in ./scenes, or in the program's scenes");
  app.add_option("--solver", arguments->solvers,
                 "solvers to run, separated by commas, or all; one with settings of its own is a variant and "
                 "has a folder of its own: 'admm[weight=auto],admm[weight_factor=0.5]'");
  app.add_option("--set", arguments->overrides,
                 "overrides a value of the scene: path.to.member=value (repeatable)")
      ->allow_extra_args(false);
  expect_integer(app.add_option("--iterations", arguments->iterations,
                                "iterations of each step; the same as --set step.iterations=N"),
                 0, 1000000000);
  expect_text(app.add_option("--output", arguments->output,
                             "folder of results, with a folder for each solver; without it runs/<scene>, or "
                             "runs/<scene>-<digits> where options or --set change what the scene says"));
  expect_integer(
      app.add_option("--record-every", options.record_every, "iterations between two rows of iterations.csv")
          ->capture_default_str(),
      1, 1000000000);
  expect_integer(
      app.add_option("--vtu", options.snapshot_every,
                     "write positions as .vtu every N iterations; without N those of the last iterate")
          ->expected(0, 1)
          ->default_str("-1"),
      -1, 1000000000);
  expect_one_of(
      app.add_option("--precision", *precision, "double, or single: all of the solvers' arithmetic in float")
          ->capture_default_str(),
      {"double", "single"});
  app.add_option("--reference", *reference,
                 "f* of the relative error: newton, best (lowest recorded value of the solvers of this "
                 "command), none, or a number [J]")
      ->capture_default_str();
  expect_one_of(app.add_option("--trajectory", *trajectory,
                               "where later time steps begin: own (the solver's step before) or newton (the "
                               "minimum of the step before, the same for all solvers)")
                    ->capture_default_str(),
                {"own", "newton"});
  expect_positive_number(app.add_option("--until-relative-error", options.until_relative_error,
                                        "stop a solver when a recorded relative error is not greater"));
  expect_positive_number(app.add_option("--max-seconds", options.max_seconds,
                                        "stop a solver after so many seconds of iterations"));
  expect_positive_number(
      app.add_option("--max-wall-seconds", options.max_wall_seconds,
                     "stop a solver after so many seconds of wall clock; those in which the start state is "
                     "prepared and the reference minimum found count, too"));
  app.add_flag(
      "--skip-complete", arguments->skip_complete,
      "leave runs alone that the output folder holds already, from this build and this configuration");
  add_execution(app, arguments->execution);
  return [=]() -> ExitCode {
    if (arguments->scene.empty() || arguments->solvers.empty()) {
      throw Error(ExitCode::usage, "give --scene and --solver, or a command; simbench --help explains");
    }
    arguments->options.reference = ReferenceChoice::parse(*reference);
    arguments->options.precision =
        *precision == "single" ? Precision::single_precision : Precision::double_precision;
    arguments->options.trajectory = *trajectory == "newton" ? Trajectory::newton : Trajectory::own;
    return run_command(*arguments);
  };
}

void add_rerun(CLI::App& app, Action& action) {
  const auto arguments = std::make_shared<RerunArguments>();
  CLI::App* rerun = app.add_subcommand(
      "rerun", "repeats a run from its manifest and compares every file and every key of the manifest");
  rerun->footer(rerun_examples);
  rerun->add_option("manifest", arguments->manifest, "manifest.json of a run")->required();
  expect_text(rerun->add_option("--output", arguments->output, "folder of results")->capture_default_str());
  rerun->add_option("--mesh-folder", arguments->mesh_folder,
                    "folder where the scene's mesh files are now, if they have moved");
  add_execution(*rerun, arguments->execution);
  rerun->callback([=, &action] { action = [=] { return rerun_command(*arguments); }; });
}

}  // namespace simbench
