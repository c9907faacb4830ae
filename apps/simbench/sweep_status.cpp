// The commands `simbench status` and `simbench verify`: the progress of a sweep, and whether its files are
// intact.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/atomic_file.h"
#include "base/print_message.h"
#include "base/print_out.h"
#include "config/member.h"
#include "harness/solver_files.h"
#include "results/result_folder.h"
#include "simbench/commands.h"
#include "simbench/unpacked_archive.h"
#include "sweep/selection.h"
#include "sweep/summary.h"

namespace simbench {

namespace {

using nlohmann::ordered_json;

// Runs of a sweep, each under a word such as "done" or "failed". Prints text or JSON.
class Report {
 public:
  Report(std::vector<std::string> words, bool json) : json_(json) {
    for (const std::string& word : words) report_[word] = 0;
    report_["runs"] = ordered_json::array();
  }

  void add(const IndexedRun& run, const Combinations& combinations, const std::string& word,
           const std::string& reason = {}) {
    ordered_json coordinates = ordered_json::object();
    for (const auto& [path, value] : combinations.coordinates(run.combination)) coordinates[path] = value;
    add({{"run_id", run.id}, {"solver", combinations.solver(run.combination)}, {"coordinates", coordinates}},
        word, reason);
  }
  void add(ordered_json row, const std::string& word, const std::string& reason = {}) {
    row["status"] = word;
    if (!reason.empty()) row["reason"] = reason;
    report_["runs"].push_back(row);
    report_[word] = count(word) + 1;
  }

  int count(const std::string& word) const { return report_.at(word).get<int>(); }
  ordered_json& operator[](const char* key) { return report_[key]; }

  // Prints a line, but not in JSON.
  void line(const std::string& text) const {
    if (!json_) print_out("{}\n", text);
  }
  // Prints the JSON, or the last line.
  void close(const std::string& text) const {
    if (json_)
      print_json(report_);
    else
      line(text);
  }

 private:
  bool json_;
  ordered_json report_ = ordered_json::object();
};

}  // namespace

ExitCode status_command(const ReaderArguments& given) {
  const SweepFolder folder(given.folder);
  Report report({"done", "failed", "missing", "declined"}, given.json);
  const Plan plan = folder.plan(given.trust);
  const Combinations combinations(plan);
  SharedObjects shared;
  std::optional<RunIndex> index = folder.index(plan);
  if (!index) index = RunIndex::of(plan, shared);
  for (const IndexedRun& run : index->runs()) {
    const std::string reason = folder.failure_reason(run);
    if (!run.declined.empty()) {
      report.add(run, combinations, "declined", run.declined);
    } else if (folder.has_manifest(run)) {
      report.add(run, combinations, "done");
    } else if (!reason.empty()) {
      report.add(run, combinations, "failed", reason);
      report.line(run_text(run, combinations) + "  failed: " + reason);
    } else {
      report.add(run, combinations, "missing");
    }
  }
  const bool busy = FileLock::is_held(folder.lock_file());
  const std::string holder = busy ? FileLock::holder(folder.lock_file()) : "";
  report["at_work"] = busy ? ordered_json(holder) : ordered_json(nullptr);
  report.close(fmt::format("{} done, {} failed, {} missing{}", report.count("done"), report.count("failed"),
                           report.count("missing"), busy ? "; running: " + holder : ""));
  return ExitCode::ok;
}

namespace {

ExitCode verify_sweep(const SweepFolder& folder, const ReaderArguments& given) {
  const Plan plan = folder.plan(given.trust);
  const Combinations combinations(plan);
  SharedObjects shared;
  const RunIndex index = RunIndex::of(plan, shared);
  Report report({"good", "damaged", "missing", "declined"}, given.json);
  for (const IndexedRun& run : index.runs()) {
    if (!run.declined.empty()) {
      report.add(run, combinations, "declined", run.declined);
    } else if (!std::filesystem::exists(folder.run(run.id))) {
      report.add(run, combinations, "missing", folder.failure_reason(run));
    } else if (folder.holds(run)) {
      report.add(run, combinations, "good");
    } else {
      const std::string wrong = fmt::format("{}", fmt::join(damage(folder.run(run.id)), "; "));
      report.add(run, combinations, "damaged", wrong);
      report.line(fmt::format("damaged: {} ({}){}{}", folder.run(run.id).string(),
                              run_text(run, combinations), wrong.empty() ? "" : ": ", wrong));
    }
  }
  const int damaged = report.count("damaged"), missing = report.count("missing");
  // The plan and the tables can be compared with the runs only if no run is missing or damaged.
  report["files"] = ordered_json::object();
  bool files_good = true;
  const auto add_file = [&](const std::string& name, FileState state) {
    const char* word = state == FileState::good      ? "good"
                       : state == FileState::damaged ? "damaged"
                                                     : "missing";
    report["files"][name] = word;
    if (state == FileState::good) return;
    files_good = false;
    report.line(fmt::format("{}: {}", word, (folder.path() / name).string()));
  };
  add_file("plan.json", folder.is_for(index) ? FileState::good : FileState::damaged);
  if (damaged + missing == 0) {
    for (const auto& [name, state] : summary_states(folder, plan, index.runs())) add_file(name, state);
  }
  const bool good = damaged + missing == 0 && files_good;
  report.close(fmt::format("{} good, {} damaged, {} missing{}", report.count("good"), damaged, missing,
                           good ? "" : "; start the sweep again to do damaged and missing runs"));
  return good ? ExitCode::ok : ExitCode::check_failed;
}

// The id and solver of a run from its manifest; null if they are missing.
ordered_json identity_of(const std::filesystem::path& run) {
  ordered_json identity = {{"run_id", nullptr}, {"solver", nullptr}};
  try {
    const config::Document manifest =
        config::Document::parse(read_file(run / "manifest.json"), "manifest.json");
    for (auto& [key, value] : identity.items()) value = config::member(manifest, key, config::Kind::string);
  } catch (const Error&) {  // reported as damage
  }
  return identity;
}

// Verifies each run by its own manifest.
ExitCode verify_runs(const std::filesystem::path& folder, bool json) {
  const std::vector<std::filesystem::path> runs = run_folders(folder);
  if (runs.empty()) {
    throw Error(ExitCode::usage,
                fmt::format("{}: no sweep and no run (there is neither plan.json nor manifest.json)",
                            folder.string()));
  }
  Report report({"good", "damaged"}, json);
  for (const std::filesystem::path& run : runs) {
    const std::vector<std::string> wrong = damage(run);
    const std::string place =
        run == folder ? folder.filename().string() : run.lexically_relative(folder).string();
    ordered_json row = {{"folder", place}};
    row.update(identity_of(run));
    row["coordinates"] = ordered_json::object();
    report.add(row, wrong.empty() ? "good" : "damaged", fmt::format("{}", fmt::join(wrong, "; ")));
    for (const std::string& sentence : wrong) report.line(fmt::format("damaged: {}: {}", place, sentence));
  }
  report.close(fmt::format("{} good, {} damaged", report.count("good"), report.count("damaged")));
  return report.count("damaged") == 0 ? ExitCode::ok : ExitCode::check_failed;
}

// Verifies each run of a sweep whose plan cannot be read.
ExitCode verify_without_plan(const std::filesystem::path& folder, const Error& reason, bool json) {
  spdlog::warn("each run is checked, but not whether it belongs to the plan: {}", reason.what());
  return verify_runs(folder, json);
}

}  // namespace

ExitCode verify_command(const ReaderArguments& given) {
  const auto& [path, json, trust] = given;
  const auto is_sweep = [](const std::filesystem::path& folder) {
    return std::filesystem::exists(folder / "plan.json");
  };
  if (!std::filesystem::exists(path)) {
    throw Error(
        ExitCode::usage,
        fmt::format("{}: there is no such file or folder; give the folder of a run, of runs or of a sweep, "
                    "for example runs/smoke, or an archive of simbench archive",
                    std::filesystem::absolute(path).string()));
  }
  if (!UnpackedArchive::is_named(path)) {
    try {
      return is_sweep(path) ? verify_sweep(SweepFolder(path), given) : verify_runs(path, json);
    } catch (const UntrustedSolverFile& error) {
      return verify_without_plan(path, error, json);
    }
  }
  const UnpackedArchive archive(path);
  if (!is_sweep(archive.results())) return verify_runs(archive.results(), json);
  try {
    return verify_sweep(SweepFolder(archive.results()), given);
  } catch (const Error& error) {  // it belongs to another build, or its mesh has moved
    return verify_without_plan(archive.results(), error, json);
  }
}

}  // namespace simbench
