// The command line of simbench: parses, calls a command, turns errors into messages and exit codes.
#include <fmt/format.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <new>
#include <system_error>

#include "base/nearest_name.h"
#include "base/number_text.h"
#include "simbench/commands.h"
#include "simbench/process.h"
#include "simbench/progress.h"

namespace simbench {
namespace {

constexpr const char* examples = R"(
Examples:
  simbench --scene beam_twist.json --solver qn
  simbench --scene beam_untwist.json --solver all --record-every 10 --output runs/untwist
  simbench --scene beam_untwist.json --solver pd,admm --set material.stiffness=1e9 --set step.time_step=1e-1
  simbench --scene beam_untwist.json --solver qn --until-relative-error 1e-6 --vtu
  simbench rerun runs/untwist/qn/manifest.json
  simbench compare runs/untwist/qn rerun/qn
  simbench list solvers

Exit codes: 0 ok, 1 a check failed, 2 command line or scene, 3 mesh, 4 output, 5 numerical failure of a run,
6 locked, 7 memory or time, 130/143 stopped by a signal.
)";

// CLI11's own range checks accept nan.
CLI::Validator finite_number(const std::string& description, double minimum, bool open) {
  return CLI::Validator(
      [=](std::string& text) {
        const std::optional<double> value = parse_number(text);
        const bool good = value && std::isfinite(*value) && (open ? *value > minimum : *value >= minimum);
        return good ? std::string() : fmt::format("'{}' is not allowed; expected {}", text, description);
      },
      "");
}
const CLI::Validator positive_number = finite_number("a number greater than 0", 0, true);

void add_execution(CLI::App& app, Execution& execution) {
  app.add_flag_callback(
      "--replace", [&] { execution.replace = Replace::any_run; },
      "replace an older run of another scene, configuration or build");
  app.add_option("--threads", execution.threads,
                 "threads of the loops over elements; the numbers do not depend on it")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  app.add_flag("--quiet", execution.quiet, "print only warnings and errors");
}

void add_run_options(CLI::App& app, RunArguments& arguments, std::string& reference, std::string& precision,
                     std::string& trajectory) {
  app.add_option("--scene", arguments.scene,
                 "scene file, or its name: here, in ./scenes, or in the program's scenes");
  app.add_option("--solver", arguments.solvers, "solvers to run, separated by commas, or all")
      ->delimiter(',');
  app.add_option("--set", arguments.overrides,
                 "overrides a value of the scene: path.to.member=value (repeatable)")
      ->allow_extra_args(false);
  app.add_option("--iterations", arguments.iterations,
                 "iterations of each step; the same as --set step.iterations=N")
      ->check(CLI::Range(0, 1000000000));
  app.add_option("--output", arguments.output,
                 "folder of results, with a folder for each solver; without it runs/<scene>, or "
                 "runs/<scene>-<digits> where options or --set change what the scene says");
  app.add_option("--record-every", arguments.options.record_every,
                 "iterations between two rows of iterations.csv")
      ->check(CLI::Range(1, 1000000000))
      ->capture_default_str();
  app.add_option("--vtu", arguments.options.snapshot_every,
                 "write positions as .vtu every N iterations; without N those of the last iterate")
      ->expected(0, 1)
      ->default_str("-1")
      ->check(CLI::Range(-1, 1000000000));
  app.add_option("--precision", precision, "double, or single: all of the solvers' arithmetic in float")
      ->check(CLI::IsMember({"double", "single"}))
      ->capture_default_str();
  app.add_option("--reference", reference,
                 "f* of the relative error: newton, best (lowest recorded value of the solvers of this "
                 "command), none, or a "
                 "number [J]")
      ->capture_default_str();
  app.add_option("--trajectory", trajectory,
                 "where later time steps begin: own (the solver's step before) or newton (the minimum of the "
                 "step before, the "
                 "same for all solvers)")
      ->check(CLI::IsMember({"own", "newton"}))
      ->capture_default_str();
  app.add_option("--until-relative-error", arguments.options.until_relative_error,
                 "stop a solver when a recorded relative error is not greater")
      ->check(positive_number);
  app.add_option("--max-seconds", arguments.options.max_seconds,
                 "stop a solver after so many seconds of iterations")
      ->check(positive_number);
  app.add_flag(
      "--skip-complete", arguments.skip_complete,
      "leave runs alone that the output folder holds already, from this build and this configuration");
  add_execution(app, arguments.execution);
}

// What could have been meant: options of the command that was given; without one, also the commands.
std::vector<std::string> argument_names(const CLI::App& app) {
  std::vector<std::string> names;
  const auto commands = app.get_subcommands();
  const CLI::App& chosen = commands.empty() ? app : *commands.front();
  for (const CLI::Option* option : chosen.get_options()) names.push_back(option->get_name());
  for (const CLI::App* command : chosen.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  return names;
}

CLI::App* add_sweep(CLI::App& app, SweepArguments& arguments) {
  CLI::App* sweep =
      app.add_subcommand("sweep", "runs a plan: every combination of its axes and solvers, what is missing");
  sweep->add_option("plan", arguments.plan, "plan file")->required();
  sweep->add_option("--output", arguments.output, "folder of the sweep");
  sweep->add_flag("--dry-run", arguments.dry_run,
                  "list the runs and estimate time and memory; computes and writes nothing");
  sweep->add_flag("--list", arguments.list, "print one run a line for other tools: id, solver, axis=value …");
  sweep->add_option("--only", arguments.only,
                    "do the run of this id alone; others may be at work in the same folder");
  sweep->add_option("--shard", arguments.shard,
                    "i/n: do every n-th run from the i-th on, counted from 0; shares the folder");
  sweep->add_option("--filter", arguments.filters, "axis=value or solver=name: only these runs (repeatable)")
      ->allow_extra_args(false);
  sweep
      ->add_option("--set", arguments.overrides,
                   "path.to.member=value of the scene for all runs; part of the plan (repeatable)")
      ->allow_extra_args(false);
  sweep->add_option("--jobs", arguments.jobs, "runs at a time, a process each")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  sweep->add_flag("--quiet", arguments.quiet, "print only errors");
  sweep->add_flag("--collapse", arguments.collapse,
                  "compute runs of equal problems (the same k h^2, from rest) once and derive the others");
  sweep->add_flag("--replace-plan", arguments.replace_plan,
                  "let a folder of another plan or build become this one's");
  return sweep;
}

CLI::App* add_tune(CLI::App& app, TuneArguments& arguments) {
  CLI::App* tune = app.add_subcommand(
      "tune", "finds ADMM's weight factor for a scene and stores it for \"weight\": \"tuned\"");
  arguments.file = TunedWeights::default_file();
  tune->add_option("scene", arguments.scene,
                   "scene file, or its name: here, in ./scenes, or in the program's scenes")
      ->required();
  tune->add_option("--set", arguments.overrides, "overrides a value of the scene (repeatable)")
      ->allow_extra_args(false);
  tune->add_option("--target", arguments.options.target, "relative error to reach")
      ->check(positive_number)
      ->capture_default_str();
  tune->add_option("--iterations", arguments.options.iterations, "at most, for each weight")
      ->check(CLI::Range(1, 1000000000))
      ->capture_default_str();
  tune->add_option("--output", arguments.file, "file of tuned weights")->capture_default_str();
  return tune;
}

int run_main(int argc, char** argv) {
  CLI::App app(
      "Compares position-based and projective solvers for deformable bodies on the same implicit Euler step.",
      "simbench");
  app.footer(examples);
  app.set_version_flag("--version", version_text());
  app.require_subcommand(0, 1);

  RunArguments arguments;
  std::string reference = "newton", precision = "double", trajectory = "own";
  add_run_options(app, arguments, reference, precision, trajectory);

  std::string what;
  CLI::App* list = app.add_subcommand("list", "what there is: solvers, materials, metrics or scenes");
  list->add_option("what", what)->required()->check(CLI::IsMember(listable()));

  std::string scene_to_check;
  std::vector<std::string> overrides_to_check;
  CLI::App* check =
      app.add_subcommand("check", "validates a scene without running it, and says what is in it");
  check->add_option("file", scene_to_check)->required();
  check->add_option("--set", overrides_to_check)->allow_extra_args(false);
  bool check_derivatives = false;
  check->add_flag("--derivatives", check_derivatives,
                  "test gradients and Hessians of the scene's own energies");

  RerunArguments rerun_arguments;
  CLI::App* rerun = app.add_subcommand(
      "rerun", "repeats a run from its manifest and compares every file and every key of the manifest");
  rerun->add_option("manifest", rerun_arguments.manifest)->required();
  rerun->add_option("--output", rerun_arguments.output, "folder of results")->capture_default_str();
  rerun->add_option("--mesh-folder", rerun_arguments.mesh_folder,
                    "folder where the scene's mesh files are now, if they have moved");
  add_execution(*rerun, rerun_arguments.execution);

  std::filesystem::path a, b;
  CLI::App* comparison =
      app.add_subcommand("compare", "names the first iteration and column in which two runs differ");
  comparison->add_option("a", a, "a run's folder, or a folder of runs")->required();
  comparison->add_option("b", b)->required();

  SweepArguments sweep_arguments;
  CLI::App* sweep = add_sweep(app, sweep_arguments);
  TuneArguments tune_arguments;
  CLI::App* tune = add_tune(app, tune_arguments);
  std::filesystem::path sweep_folder;
  CLI::App* status = app.add_subcommand("status", "how far a sweep is, and what failed");
  status->add_option("folder", sweep_folder)->required();
  CLI::App* verify = app.add_subcommand("verify", "compares every file of a sweep with its hash");
  verify->add_option("folder", sweep_folder)->required();

  CLI::App* schema = app.add_subcommand("schema", "prints the JSON Schema of scenes");

  try {
    app.parse(argc, argv);
  } catch (const CLI::ExtrasError&) {
    const std::string unknown = app.remaining(true).front();
    throw Error(ExitCode::usage, fmt::format("unknown argument '{}'{} (simbench --help explains)", unknown,
                                             did_you_mean(unknown, argument_names(app))));
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : static_cast<int>(ExitCode::usage);
  }

  const auto command = [&]() -> ExitCode {
    if (*list) return list_command(what);
    if (*check) return check_command(scene_to_check, overrides_to_check, check_derivatives);
    if (*rerun) return rerun_command(rerun_arguments);
    if (*comparison) return compare_command(a, b);
    if (*sweep) return sweep_command(sweep_arguments);
    if (*tune) return tune_command(tune_arguments);
    if (*status) return status_command(sweep_folder);
    if (*verify) return verify_command(sweep_folder);
    if (*schema) return schema_command();
    if (arguments.scene.empty() || arguments.solvers.empty()) {
      throw Error(ExitCode::usage, "give --scene and --solver, or a command; simbench --help explains");
    }
    arguments.options.reference = ReferenceChoice::parse(reference);
    arguments.options.precision =
        precision == "single" ? Precision::single_precision : Precision::double_precision;
    arguments.options.trajectory = trajectory == "newton" ? Trajectory::newton : Trajectory::own;
    return run_command(arguments);
  };
  return static_cast<int>(command());
}

}  // namespace
}  // namespace simbench

int main(int argc, char** argv) {
  using simbench::ExitCode, simbench::failed;
  try {
    simbench::prepare_process();
    spdlog::set_default_logger(spdlog::stderr_logger_st("simbench"));
    spdlog::set_pattern("simbench: %l: %v");
    const int code = simbench::run_main(argc, argv);
    const bool written = std::fflush(stdout) == 0 && !std::ferror(stdout) && std::cout;
    return written ? code : failed(ExitCode::output, "standard output: cannot write");
  } catch (const simbench::Error& error) {
    return failed(error.code(), error.what());
  } catch (const std::filesystem::filesystem_error& error) {
    return failed(ExitCode::output, error.what());
  } catch (const std::system_error& error) {  // from printing to a full disk or a closed pipe
    return failed(ExitCode::output, "standard output: ", error.what());
  } catch (const std::bad_alloc&) {
    return failed(ExitCode::resources, simbench::out_of_memory);
  } catch (const std::runtime_error& error) {  // from oneTBB, where there is no memory for a thread
    return failed(ExitCode::resources, "out of memory or threads: ", error.what());
  }
}
