#include "sweep/sweep_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/atomic_file.h"
#include "base/build_info.h"
#include "base/error.h"
#include "base/temporary_name.h"
#include "results/result_folder.h"
#include "sweep/combinations.h"

namespace simbench {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

// The text of a member; empty if the member is missing, because somebody may have edited the file.
std::string text_member(const ordered_json& json, const char* key) {
  return json.is_object() && json.contains(key) && json[key].is_string() ? json[key].get<std::string>() : "";
}

// `runs` is the hash of the runs' ids.
ordered_json stamp(const Plan& plan, const std::string& runs) {
  return {{"build", build_info().build_id},
          {"runs_sha256", runs},
          {"scene_folder", plan.scene.folder().string()},
          {"set_folder", plan.set_folder.string()},
          {"scene", plan.scene.root()},
          {"plan", plan.json}};
}

bool is_stamp(const ordered_json& json) {
  const auto has = [&](const char* key) { return json.contains(key); };
  return json.is_object() && has("build") && has("runs_sha256") && has("scene") && has("plan");
}

[[noreturn]] void refuse_foreign(const fs::path& file) {
  throw Error(ExitCode::output,
              fmt::format("{}: no sweep has written this file, so it is not overwritten; move it away, or "
                          "choose another --output",
                          file.string()));
}

// Whether it is the name of the lock of a run.
bool is_lock_of_run(std::string_view name) {
  constexpr std::size_t digits = 16;
  return name.size() == digits + 6 && name.starts_with('.') && name.ends_with(".lock") &&
         name.find_first_not_of("0123456789abcdef", 1) == digits + 1;
}

}  // namespace

void SweepFolder::claim(const Plan& plan, const RunIndex& index, bool replace) const {
  create_folders(path_);
  const fs::path file = path_ / "plan.json";
  const ordered_json stamped = stamp(plan, index.hash());
  const FileLock lock = FileLock::wait(files_lock());  // keeps remove_leftovers() from removing the new file
  bool same = false;
  if (fs::exists(file)) {
    ordered_json other =
        ordered_json::parse(read_file(file, largest_text_file, ExitCode::output), nullptr, false);
    if (!is_stamp(other)) refuse_foreign(file);
    same = other == stamped;
    for (const char* folder : {"scene_folder", "set_folder"})  // the same plan in another place
      other[folder] = stamped[folder];
    if (other != stamped && !replace) {
      const bool same_build = text_member(other, "build") == build_info().build_id;
      throw Error(
          ExitCode::usage,
          fmt::format(
              "{}: the folder belongs to {}; choose another --output, or add --replace-plan to reuse it for "
              "this plan (runs that are the same in both stay)",
              path_.string(), same_build ? "another plan" : "another build of simbench"));
    }
  }
  const fs::path table = path_ / "index.csv";
  const std::string text = index.text();
  std::string before;
  if (fs::exists(table)) before = read_file(table, std::size_t{1} << 32, ExitCode::output);
  if (!before.empty() && !RunIndex::is_one(before)) refuse_foreign(table);
  if (before != text) write_file_atomically(table, text);
  if (!same) write_file_atomically(file, stamped.dump(2) + "\n");
}

std::optional<RunIndex> SweepFolder::index(const Plan& plan) const {
  const fs::path file = path_ / "plan.json", table = path_ / "index.csv";
  if (!fs::exists(file) || !fs::exists(table)) return {};
  const std::string text = read_file(file, largest_text_file, ExitCode::output);
  const std::string runs = text_member(ordered_json::parse(text, nullptr, false), "runs_sha256");
  if (text != stamp(plan, runs).dump(2) + "\n") return {};  // of another plan or build
  RunIndex index = RunIndex::read(table);
  const std::size_t combinations = Combinations(plan).size();
  const bool fits = std::ranges::all_of(
      index.runs(), [&](const IndexedRun& run) { return run.combination < combinations; });
  if (!fits || index.hash() != runs) return {};
  return index;
}

Plan SweepFolder::plan(bool trusts_solver_files) const {
  const fs::path file = path_ / "plan.json";
  if (!fs::exists(file)) throw Error(ExitCode::usage, path_.string() + ": no sweep (there is no plan.json)");
  const config::Document document =
      config::Document::parse(read_file(file, largest_text_file, ExitCode::output), file.string());
  const ordered_json& stamped = document.root();
  if (!stamped.is_object() || !stamped.contains("plan") || !stamped.contains("scene")) {
    throw Error(ExitCode::usage, file.string() + ": damaged");
  }
  if (text_member(stamped, "build") != build_info().build_id) {
    throw Error(ExitCode::usage, path_.string() + ": the sweep belongs to another build of simbench");
  }
  Plan plan = Plan::read(
      config::Document::of(stamped["plan"], file.string() + "#plan"),
      config::Document::of(stamped["scene"], file.string() + "#scene", text_member(stamped, "scene_folder")),
      trusts_solver_files);
  plan.set_folder = text_member(stamped, "set_folder");
  return plan;
}

bool SweepFolder::is_for(const RunIndex& index) const {
  const std::string text = read_file(path_ / "plan.json", largest_text_file, ExitCode::output);
  return text_member(ordered_json::parse(text, nullptr, false), "runs_sha256") == index.hash();
}

void SweepFolder::remove_leftovers() const {
  std::error_code ignored;
  std::map<fs::path, std::vector<std::string>> hidden;  // names of hidden files, by the folders of their runs
  const auto list_hidden = [&](const fs::path& folder) {
    for (fs::directory_iterator entry(folder, ignored), end; entry != end; entry.increment(ignored)) {
      const std::string name = entry->path().filename().string();
      if (is_temporary_name(name, ".") || is_lock_of_run(name))
        hidden[folder / name.substr(1, name.find('.', 1) - 1)].push_back(name);
    }
  };
  list_hidden(path_ / "runs");  // where the first builds wrote
  for (fs::directory_iterator group(path_ / "runs", ignored), end; group != end; group.increment(ignored)) {
    if (!group->path().filename().string().starts_with('.')) list_hidden(*group);
  }
  for (const auto& [run, names] : hidden) {
    const std::optional<FileLock> lock = FileLock::try_lock(ResultFolder::lock_file(run));
    if (!lock) continue;  // another process is writing the run
    for (const std::string& name : names) StagedDirectory::remove_leftover(run, name);
  }
  FileLock::try_lock(index_lock());  // removes the file that a killed process has left
  const std::optional<FileLock> summary = FileLock::try_lock(files_lock());
  if (!summary) return;  // another process is writing in the folder
  for (const fs::path& folder : {path_, path_ / "failures", path_ / "parts"}) {
    for (fs::directory_iterator entry(folder, ignored), end; entry != end; entry.increment(ignored)) {
      if (is_temporary_name(entry->path().filename().string(), ".")) fs::remove(entry->path(), ignored);
    }
  }
  for (const char* name : {"failures", "parts"})
    fs::remove(path_ / name, ignored);  // succeeds only when it is empty
}

bool SweepFolder::holds(const IndexedRun& planned) const {
  return ResultFolder::holds(run(planned.id), planned.id, planned.source);
}

bool SweepFolder::has_manifest(const IndexedRun& planned) const {
  return fs::exists(run(planned.id) / "manifest.json");
}

void SweepFolder::record_failure(const IndexedRun& planned, const Combinations& combinations,
                                 const std::string& reason) const {
  const FileLock lock = FileLock::wait(files_lock());
  create_folders(path_ / "failures");
  ordered_json coordinates = ordered_json::object();
  for (const auto& [path, value] : combinations.coordinates(planned.combination)) coordinates[path] = value;
  const ordered_json record = {{"run_id", planned.id},
                               {"solver", combinations.solver(planned.combination)},
                               {"coordinates", coordinates},
                               {"reason", reason}};
  write_file_atomically(failure(planned.id), record.dump(2) + "\n");
}

void SweepFolder::forget_failure(const IndexedRun& planned) const {
  std::error_code ignored;
  fs::remove(failure(planned.id), ignored);
  fs::remove(path_ / "failures", ignored);  // succeeds only when it is empty
}

std::string SweepFolder::failure_reason(const IndexedRun& planned) const {
  const fs::path file = failure(planned.id);
  if (!fs::exists(file)) return {};
  const ordered_json record =
      ordered_json::parse(read_file(file, largest_text_file, ExitCode::output), nullptr, false);
  const std::string reason = text_member(record, "reason");
  return reason.empty() ? "unknown" : reason;
}

}  // namespace simbench
