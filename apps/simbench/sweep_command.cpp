#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "base/nearest_name.h"
#include "base/stop_signal.h"
#include "experiment/inspection.h"
#include "simbench/commands.h"
#include "simbench/progress.h"
#include "sweep/driver.h"
#include "sweep/summary.h"

namespace simbench {

namespace {

using nlohmann::ordered_json;

std::string as_text(const ordered_json& value) {
  return value.is_string() ? value.get<std::string>() : value.is_null() ? "-" : value.dump();
}

bool matches(const SweepRun& run, const std::string& key, const ordered_json& wanted,
             const std::string& text) {
  if (key == "solver") return run.configuration.solver == text;
  return std::any_of(run.coordinates.begin(), run.coordinates.end(), [&](const auto& c) {
    return c.first == key && (c.second == wanted || as_text(c.second) == text);
  });
}

// The run that has to be computed for a run: its source, or itself.
const std::string& computed_id(const SweepRun& run) {
  return run.source.empty() ? run.id : run.source;
}

// The runs that --only, --filter and --shard leave. A run that is derived goes with its source.
std::vector<SweepRun> selected(const SweepArguments& arguments, const SweepPlan& plan,
                               const std::vector<SweepRun>& all) {
  std::vector<SweepRun> runs = all;
  if (!arguments.only.empty()) {
    std::erase_if(
        runs, [&](const SweepRun& run) { return run.id != arguments.only && run.source != arguments.only; });
    if (runs.empty())
      throw Error(ExitCode::usage,
                  fmt::format("--only {}: no such run in the plan; --list names them", arguments.only));
  }
  for (const std::string& filter : arguments.filters) {
    const std::size_t equals = filter.find('=');
    const std::string key = filter.substr(0, equals);
    std::vector<std::string> keys = {"solver"};
    for (const Axis& axis : plan.axes) keys.push_back(axis.path);
    if (equals == std::string::npos || std::find(keys.begin(), keys.end(), key) == keys.end()) {
      throw Error(ExitCode::usage,
                  fmt::format("--filter {}: expected axis=value{}", filter, did_you_mean(key, keys)));
    }
    const std::string text = filter.substr(equals + 1);
    const ordered_json wanted = ordered_json::parse(text, nullptr, false);
    std::erase_if(runs, [&](const SweepRun& run) { return !matches(run, key, wanted, text); });
  }
  if (!arguments.shard.empty()) {
    const auto integer = [&](std::size_t begin, std::size_t end) {
      int value = -1;
      const char* last = arguments.shard.data() + std::min(end, arguments.shard.size());
      const auto [stop, error] = std::from_chars(arguments.shard.data() + begin, last, value);
      return error == std::errc() && stop == last ? value : -1;
    };
    const std::size_t slash = arguments.shard.find('/');
    const int index = integer(0, slash);
    const int count = slash == std::string::npos ? -1 : integer(slash + 1, std::string::npos);
    if (index < 0 || index >= count) {
      throw Error(ExitCode::usage, "--shard " + arguments.shard + ": expected i/n with 0 <= i < n");
    }
    std::map<std::string, int> shard_of;  // by the run that is computed
    for (const SweepRun& run : runs)
      shard_of.emplace(computed_id(run), static_cast<int>(shard_of.size()) % count);
    std::erase_if(runs, [&](const SweepRun& run) { return shard_of[computed_id(run)] != index; });
  }
  std::set<std::string> needed;
  for (const SweepRun& run : runs) needed.insert({run.id, computed_id(run)});
  runs = all;
  std::erase_if(runs, [&](const SweepRun& run) { return !needed.contains(run.id); });
  return runs;
}

std::string description_of(const SweepRun& run) {
  std::string text = run.id + " " + run.configuration.solver;
  for (const auto& [path, value] : run.coordinates) text += " " + path + "=" + as_text(value);
  return text;
}

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
      fmt::print("{}  declined: {}\n", description_of(run), run.declined);
      continue;
    }
    const bool complete = folder.has_manifest(run);
    done += complete;
    fmt::print("{}{}{}\n", description_of(run), run.source.empty() ? "" : "  derived from " + run.source,
               complete ? "  done" : "");
    if (complete || !run.source.empty()) continue;
    const Estimate one = estimate(run);
    total.seconds += one.seconds;
    total.bytes = std::max(total.bytes, one.bytes);
  }
  fmt::print(
      "{} runs, {} done, {} declined; the rest takes about {:.0f} s with {} job(s), and {:.0f} MB a job\n",
      runs.size(), done, declined, total.seconds / arguments.jobs, arguments.jobs, total.bytes / 1e6);
}

}  // namespace

ExitCode sweep_command(const SweepArguments& arguments) {
  SweepPlan plan = SweepPlan::read(arguments.plan);
  for (const std::string& text : arguments.overrides) {
    const auto [path, value] = split_override(text);
    plan.set_for_all(std::string(path), std::string(value));
  }
  if (arguments.collapse) plan.json["collapse"] = plan.collapse = true;
  const std::vector<SweepRun> all = plan.runs();
  const std::vector<SweepRun> runs = selected(arguments, plan, all);
  const SweepFolder folder(arguments.output);
  if (arguments.list) {
    for (const SweepRun& run : runs) {
      if (run.declined.empty() && run.source.empty()) fmt::print("{}\n", description_of(run));
    }
    return ExitCode::ok;
  }
  if (arguments.dry_run) {
    print_dry_run(arguments, folder, runs);
    return ExitCode::ok;
  }
  if (arguments.output.empty()) throw Error(ExitCode::usage, "sweep: --output is required");

  const bool shares = !arguments.only.empty() || !arguments.shard.empty();
  const std::optional<FileLock> lock = shares ? std::nullopt : FileLock::try_lock(folder.lock_file());
  if (!shares && !lock) {
    throw Error(ExitCode::locked,
                fmt::format("{}: another sweep is at work here: {}", arguments.output.string(),
                            FileLock::holder(folder.lock_file())));
  }
  if (shares && arguments.replace_plan)
    throw Error(ExitCode::usage, "--replace-plan does not go with --only or --shard");
  if (lock) folder.remove_leftovers();
  folder.claim(plan, all, arguments.replace_plan);
  const ExitCode code = drive(folder, runs, {arguments.jobs, arguments.quiet});
  if (!arguments.only.empty()) return code;  // whoever drives many of these writes the summary once
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
  const Cache cache(Cache::default_folder(), [](const std::string& text) { say(text + "\n"); });
  const StopSignal stop_signal;
  fmt::print("{:>10} {:>12}\n", "c", "iterations");
  const TunedWeight tuned =
      tune(scene, arguments.options, cache, [](double factor, std::optional<int> iterations) {
        fmt::print("{:>10.4f} {:>12}\n", factor, iterations ? std::to_string(*iterations) : "-");
      });
  TunedWeights(arguments.file).store(scene, tuned);
  fmt::print("best: c = {:.6g}, {} to a relative error of {:g}; stored in {}\n", tuned.weight_factor,
             tuned.iterations ? fmt::format("{} iterations", *tuned.iterations) : "no c comes", tuned.target,
             arguments.file.string());
  return tuned.iterations ? ExitCode::ok : ExitCode::check_failed;
}

ExitCode status_command(const std::filesystem::path& path) {
  const SweepFolder folder(path);
  int done = 0, failed = 0, missing = 0;
  for (const SweepRun& run : folder.plan().runs()) {
    if (!run.declined.empty()) continue;
    const std::string reason = folder.failure_reason(run);
    if (folder.has_manifest(run)) {
      ++done;
    } else if (!reason.empty()) {
      ++failed;
      fmt::print("{}  failed: {}\n", description_of(run), reason);
    } else {
      ++missing;
    }
  }
  const bool busy = FileLock::is_held(folder.lock_file());
  fmt::print("{} done, {} failed, {} missing{}\n", done, failed, missing,
             busy ? "; at work: " + FileLock::holder(folder.lock_file()) : "");
  return ExitCode::ok;
}

ExitCode verify_command(const std::filesystem::path& path) {
  const SweepFolder folder(path);
  int good = 0, damaged = 0;
  for (const SweepRun& run : folder.plan().runs()) {
    if (!std::filesystem::exists(folder.run(run.id))) continue;
    if (folder.holds(run)) {
      ++good;
    } else {
      ++damaged;
      fmt::print("damaged: {} ({})\n", folder.run(run.id).string(), description_of(run));
    }
  }
  fmt::print("{} good, {} damaged{}\n", good, damaged,
             damaged > 0 ? "; the sweep started again repeats these" : "");
  return damaged > 0 ? ExitCode::check_failed : ExitCode::ok;
}

}  // namespace simbench
