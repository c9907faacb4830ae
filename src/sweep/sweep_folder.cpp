#include "sweep/sweep_folder.h"

#include <fmt/format.h>

#include <set>

#include "base/atomic_file.h"
#include "base/build_info.h"
#include "base/error.h"
#include "base/sha256.h"
#include "base/temporary_name.h"
#include "results/result_folder.h"

namespace simbench {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

// The text of a member; empty if the member is missing, because somebody may have edited the file.
std::string text_member(const ordered_json& json, const char* key) {
  return json.is_object() && json.contains(key) && json[key].is_string() ? json[key].get<std::string>() : "";
}

std::string hash_of(const std::vector<SweepRun>& runs) {
  Sha256 ids;
  for (const SweepRun& run : runs) ids.update(run.id);
  return ids.hex();
}

// The hash of the runs' ids covers inputs that are not in the plan, such as tuned weights.
ordered_json stamp(const Plan& plan, const std::vector<SweepRun>& runs) {
  return {{"build", build_info().build_id},
          {"runs_sha256", hash_of(runs)},
          {"scene_folder", plan.scene.folder().string()},
          {"set_folder", plan.set_folder.string()},
          {"scene", plan.scene.root()},
          {"plan", plan.json}};
}

bool is_stamp(const ordered_json& json) {
  const auto has = [&](const char* key) { return json.contains(key); };
  return json.is_object() && has("build") && has("runs_sha256") && has("scene") && has("plan");
}

}  // namespace

void SweepFolder::claim(const Plan& plan, const std::vector<SweepRun>& runs, bool replace) const {
  create_folders(path_);
  const FileLock lock = FileLock::wait(files_lock());  // keeps remove_leftovers() from removing the new file
  const fs::path file = path_ / "plan.json";
  const ordered_json stamped = stamp(plan, runs);
  if (fs::exists(file)) {
    ordered_json other =
        ordered_json::parse(read_file(file, largest_text_file, ExitCode::output), nullptr, false);
    if (other == stamped) return;
    if (!is_stamp(other)) {
      throw Error(
          ExitCode::output,
          fmt::format(
              "{}: no sweep has written this file, so it is not overwritten; move it away, or choose another "
              "--output",
              file.string()));
    }
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
  write_file_atomically(file, stamped.dump(2) + "\n");
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

bool SweepFolder::is_for(const std::vector<SweepRun>& runs) const {
  const std::string text = read_file(path_ / "plan.json", largest_text_file, ExitCode::output);
  return text_member(ordered_json::parse(text, nullptr, false), "runs_sha256") == hash_of(runs);
}

void SweepFolder::remove_leftovers() const {
  std::error_code ignored;
  std::set<std::string> ids;  // of runs with hidden files beside their folders
  for (fs::directory_iterator entry(path_ / "runs", ignored), end; entry != end; entry.increment(ignored)) {
    const std::string name = entry->path().filename().string();
    if (is_temporary_name(name, ".") || (name.starts_with('.') && name.ends_with(".lock")))
      ids.insert(name.substr(1, name.find('.', 1) - 1));
  }
  for (const std::string& id : ids) {
    try {
      const std::optional<FileLock> lock = FileLock::try_lock(ResultFolder::lock_file(run(id)));
      if (lock) StagedDirectory::remove_leftovers(run(id));
    } catch (const Error&) {  // the file is not a lock of simbench
    }
  }
  const std::optional<FileLock> summary = FileLock::try_lock(files_lock());
  if (!summary) return;  // another process is writing in the folder
  for (const fs::path& folder : {path_, path_ / "failures"}) {
    for (fs::directory_iterator entry(folder, ignored), end; entry != end; entry.increment(ignored)) {
      if (is_temporary_name(entry->path().filename().string(), ".")) fs::remove(entry->path(), ignored);
    }
  }
  fs::remove(path_ / "failures", ignored);  // succeeds only when it is empty
}

bool SweepFolder::holds(const SweepRun& planned) const {
  return ResultFolder::holds(run(planned.id), planned.id, planned.source);
}

bool SweepFolder::has_manifest(const SweepRun& planned) const {
  return fs::exists(run(planned.id) / "manifest.json");
}

void SweepFolder::record_failure(const SweepRun& planned, const std::string& reason) const {
  const FileLock lock = FileLock::wait(files_lock());
  create_folders(path_ / "failures");
  ordered_json coordinates = ordered_json::object();
  for (const auto& [path, value] : planned.coordinates) coordinates[path] = value;
  const ordered_json record = {
      {"run_id", planned.id}, {"solver", planned.solver()}, {"coordinates", coordinates}, {"reason", reason}};
  write_file_atomically(failure(planned.id), record.dump(2) + "\n");
}

void SweepFolder::forget_failure(const SweepRun& planned) const {
  std::error_code ignored;
  fs::remove(failure(planned.id), ignored);
  fs::remove(path_ / "failures", ignored);  // succeeds only when it is empty
}

std::string SweepFolder::failure_reason(const SweepRun& planned) const {
  const fs::path file = failure(planned.id);
  if (!fs::exists(file)) return {};
  const ordered_json record =
      ordered_json::parse(read_file(file, largest_text_file, ExitCode::output), nullptr, false);
  const std::string reason = text_member(record, "reason");
  return reason.empty() ? "unknown" : reason;
}

}  // namespace simbench
