#include "results/stored_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "base/atomic_file.h"
#include "base/build_info.h"
#include "base/sha256.h"
#include "base/status.h"
#include "config/difference.h"
#include "results/manifest_text.h"

namespace simbench {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

// The manifest of the run in a folder; null if there is none that can be understood. Throws Error (output) if that is there
// and cannot be read: it may be a good one.
ordered_json manifest_in(const fs::path& folder) {
  const fs::path file = folder / "manifest.json";
  std::error_code error;
  if (!fs::exists(file, error) && !error) return nullptr;
  const std::string text = read_file(file, largest_text_file, ExitCode::output);
  try {
    const ordered_json manifest = config::Document::parse(text, file.string()).root();
    const auto has_text = [&](const char* key) {
      return manifest.contains(key) && manifest.at(key).is_string();
    };
    return manifest.is_object() && has_text("run_id") && has_text("status") ? manifest : nullptr;
  } catch (const Error&) {
    return nullptr;
  }
}

// Whether a run may have written a file of this name.
bool is_run_file(const std::string& name, const ordered_json& manifest) {
  static const std::set<std::string> always = {"iterations.csv", "timings.csv", "manifest.json",
                                               "environment.json"};
  if (always.contains(name)) return true;
  if (manifest.is_object())
    return manifest.contains("files_sha256") && manifest["files_sha256"].contains(name);
  const bool is_snapshot = name.starts_with("positions_") || name.starts_with("poses_");
  return name == "positions.pvd" || name == "poses.pvd" ||
         (is_snapshot && (name.ends_with(".vtu") || name.ends_with(".csv")));
}

// The entries of a folder in alphabetic order; none if it is not there.
std::vector<fs::directory_entry> entries_of(const fs::path& folder) {
  std::vector<fs::directory_entry> entries;
  std::error_code error;
  if (!fs::exists(folder, error)) return entries;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    entries.push_back(*entry);
  }
  if (error)
    throw Error(ExitCode::output,
                fmt::format("cannot read the folder '{}': {}", folder.string(), error.message()));
  std::sort(entries.begin(), entries.end());
  return entries;
}

// In what the run of a manifest and another one differ.
std::string differences_text(const ordered_json& manifest, const Experiment& run) {
  constexpr std::size_t most = 3;
  // Members of the scene have the paths of --set.
  const auto flat = [](const ordered_json& what) {
    ordered_json members = identity(what).value("scene", ordered_json::object());
    members.update(what.value("options", ordered_json::object()));
    members["solver"] = what.value("solver", ordered_json());
    return members;
  };
  const std::vector<std::string> lines = config::differences(flat(manifest), flat(run.json()));
  if (lines.empty()) return "it is of another build of simbench";
  std::string text =
      fmt::format("{}", fmt::join(lines.begin(), lines.begin() + std::min(most, lines.size()), "; "));
  if (lines.size() > most) text += fmt::format("; and {} more", lines.size() - most);
  return text;
}

}  // namespace

std::optional<std::string> objection(const fs::path& folder, const Experiment& run, Replace replace) {
  const std::vector<fs::directory_entry> entries = entries_of(folder);
  if (manifest_in(folder.parent_path()).is_object()) {
    return fmt::format(
        "'{}' is the folder of a run, and a run is replaced as a whole; take the folder above it for "
        "--output",
        folder.parent_path().string());
  }
  if (entries.empty()) return {};
  const ordered_json manifest = manifest_in(folder);
  for (const fs::directory_entry& entry : entries) {
    const std::string name = entry.path().filename().string();
    std::error_code error;
    if (fs::is_regular_file(entry.symlink_status(error)) && is_run_file(name, manifest)) continue;
    return fmt::format(
        "'{}' holds '{}', which no run has written there, and a run replaces its folder as a whole; move "
        "that away or "
        "take another --output",
        folder.string(), name);
  }
  if (!manifest.is_object()) {
    if (replace >= Replace::damaged_run) return {};
    return fmt::format(
        "'{}' holds files of a run without a manifest that can be read; add --replace to replace them, or "
        "take another "
        "--output",
        folder.string());
  }
  if (replace == Replace::any_run || manifest["run_id"] == run.run_id()) return {};
  return fmt::format("'{}' holds another run ({}); add --replace to replace it, or take another --output",
                     folder.string(), differences_text(manifest, run));
}

bool holds_success(const fs::path& folder) {
  const ordered_json manifest = manifest_in(folder);
  return manifest.is_object() && is_success(manifest["status"].get<std::string>());
}

std::vector<std::pair<std::string, std::string>> hashed_files(const ordered_json& manifest) {
  std::vector<std::pair<std::string, std::string>> files;
  for (const auto& [name, hash] : manifest.at("files_sha256").items()) {
    if (fs::path(name).filename() != name || name == "." || name == "..")
      throw Error(ExitCode::usage,
                  fmt::format("the manifest names the file '{}'; expected a name without a folder", name));
    files.emplace_back(name, hash);
  }
  return files;
}

bool holds_run(const fs::path& folder, const std::string& run_id, const std::string& source) {
  try {
    const std::string manifest_file = read_file(folder / "manifest.json");
    if (!is_intact_manifest(manifest_file)) return false;
    const ordered_json manifest = ordered_json::parse(manifest_file);
    // A run that was cut short is there, but not done.
    const std::string status = manifest.at("status");
    if (manifest.at("run_id") != run_id || is_cut_short(status)) return false;
    const bool derived = manifest.contains("derived_from");
    if (derived && manifest["derived_from"] != source) return false;
    for (const auto& [name, hash] : hashed_files(manifest)) {
      if (sha256(read_file(folder / name, largest_result_file)) != hash) return false;
    }
    // Those two have no hash: their numbers differ from run to run.
    const auto lines = [&](const char* name) {
      const std::string text = read_file(folder / name, largest_result_file);
      return text.ends_with('\n') ? std::count(text.begin(), text.end(), '\n') : -1;
    };
    const ordered_json environment = ordered_json::parse(read_file(folder / "environment.json"));
    const auto known = [&](const char* key) { return derived || environment.at(key).is_number(); };
    return lines("timings.csv") == lines("iterations.csv") && known("setup_seconds") &&
           known("iteration_seconds");
  } catch (const Error&) {  // a file is missing or unreadable
    return false;
  } catch (const nlohmann::json::exception&) {  // no manifest
    return false;
  }
}

}  // namespace simbench
