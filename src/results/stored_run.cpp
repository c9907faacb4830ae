#include "results/stored_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
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

// The manifest of the run in a folder; null if it is missing or malformed. Throws Error (output) if the file
// exists but cannot be read, because it may be intact.
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
  const bool is_state = name == "bodies.csv" || name == "joints.csv" ||
                        (name.starts_with("checkpoint_") && name.ends_with(".json"));
  return name == "positions.pvd" || name == "poses.pvd" || is_state ||
         (is_snapshot && (name.ends_with(".vtu") || name.ends_with(".csv")));
}

// The entries of a folder in alphabetical order; empty if there is no folder.
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

// Tells the user how the run of a manifest differs from `run`.
std::string differences_text(const ordered_json& manifest, const Experiment& run) {
  constexpr std::size_t most = 3;
  // Members of a scene have the same paths as in --set.
  const auto flat = [](const ordered_json& what) {
    ordered_json members = identity(what).value("scene", ordered_json::object());
    members.update(what.value("options", ordered_json::object()));
    members["solver"] = what.value("solver", ordered_json());
    return members;
  };
  const std::vector<std::string> lines = config::differences(flat(manifest), flat(run.json()));
  if (lines.empty()) return "another build of simbench has written it";
  std::string text =
      fmt::format("{}", fmt::join(lines.begin(), lines.begin() + std::min(most, lines.size()), "; "));
  if (lines.size() > most) text += fmt::format("; and {} more", lines.size() - most);
  return text;
}

}  // namespace

std::optional<std::string> objection(const fs::path& folder, const Experiment& run, Replace replace) {
  std::error_code error;
  if (const fs::file_status there = fs::symlink_status(folder, error);
      fs::exists(there) && !fs::is_directory(there)) {
    return fmt::format("'{}' is {}, which no run has written; move it away or choose another --output",
                       folder.string(), fs::is_symlink(there) ? "a link" : "no folder");
  }
  const std::vector<fs::directory_entry> entries = entries_of(folder);
  if (manifest_in(folder.parent_path()).is_object()) {
    return fmt::format(
        "'{}' is the folder of a run, and a run is replaced as a whole; give the folder above it to --output",
        folder.parent_path().string());
  }
  if (entries.empty()) return {};
  const ordered_json manifest = manifest_in(folder);
  for (const fs::directory_entry& entry : entries) {
    const std::string name = entry.path().filename().string();
    if (fs::is_regular_file(entry.symlink_status(error)) && is_run_file(name, manifest)) continue;
    return fmt::format(
        "'{}' holds '{}', which no run has written there, and a run replaces its folder as a whole; move "
        "that file away or choose another --output",
        folder.string(), name);
  }
  if (!manifest.is_object()) {
    if (replace >= Replace::damaged_run) return {};
    return fmt::format(
        "'{}' holds files of a run without a readable manifest; add --replace to replace them, or choose "
        "another --output",
        folder.string());
  }
  if (replace == Replace::any_run || manifest["run_id"] == run.run_id()) return {};
  return fmt::format("'{}' holds another run ({}); add --replace to replace it, or choose another --output",
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

namespace {

// The same as damage(); `manifest` becomes the run's manifest, or stays null if it cannot be read.
std::vector<std::string> damage_and_manifest(const fs::path& folder, ordered_json& manifest) {
  std::vector<std::string> found;
  // `file` is damaged if it is missing, or if `is_good` returns false or throws.
  const auto check = [&](const std::string& file, const auto& is_good, const char* why) {
    std::error_code error;
    try {
      if (fs::symlink_status(folder / file, error).type() == fs::file_type::not_found) {
        found.push_back(file + " is missing");
      } else if (!is_good()) {
        found.push_back(file + why);
      }
    } catch (const Error& refusal) {
      found.emplace_back(refusal.what());
    } catch (const nlohmann::json::exception&) {
      found.push_back(file + " has an unexpected structure");
    }
  };
  constexpr const char* changed = " has changed since the run wrote it";
  const auto text_of = [&](const std::string& file) { return read_file(folder / file, largest_result_file); };
  const auto json_of = [&](const std::string& file) {
    return config::Document::parse(text_of(file), (folder / file).string()).root();
  };
  std::vector<std::pair<std::string, std::string>> files;
  check(
      "manifest.json",
      [&] {
        const std::string text = text_of("manifest.json");
        manifest = config::Document::parse(text, (folder / "manifest.json").string()).root();
        files = hashed_files(manifest);
        return is_intact_manifest(text);
      },
      changed);
  for (const auto& file : files) {
    check(
        file.first, [&] { return sha256(text_of(file.first)) == file.second; }, changed);
  }
  if (files.empty()) return found;
  // The next two files have no hash, because their numbers differ between repetitions.
  const auto lines = [&](const char* file) {
    const std::string text = text_of(file);
    return text.ends_with('\n') ? std::count(text.begin(), text.end(), '\n') : -1;
  };
  check(
      "timings.csv", [&] { return lines("timings.csv") == lines("iterations.csv"); },
      " has other rows than iterations.csv");
  check(
      "environment.json",
      [&] {
        const ordered_json environment = json_of("environment.json");
        return manifest.contains("derived_from") || (environment.at("setup_seconds").is_number() &&
                                                     environment.at("iteration_seconds").is_number());
      },
      " lacks the times of the run");
  return found;
}

}  // namespace

std::vector<std::string> damage(const fs::path& folder) {
  ordered_json manifest;
  return damage_and_manifest(folder, manifest);
}

std::vector<fs::path> run_folders(const fs::path& folder) {
  constexpr std::array<const char*, 4> files = {"manifest.json", "iterations.csv", "timings.csv",
                                                "environment.json"};
  const auto is_run = [&](const fs::path& place) {
    std::error_code error;
    return std::any_of(files.begin(), files.end(),
                       [&](const char* file) { return fs::exists(fs::symlink_status(place / file, error)); });
  };
  std::vector<fs::path> found;
  std::error_code error;
  if (!fs::is_directory(folder, error)) return found;
  if (is_run(folder)) found.push_back(folder);
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const bool hidden =
        entry->path().filename().string().starts_with('.');  // a run that is still running or was killed
    if (hidden) entry.disable_recursion_pending();
    if (!hidden && is_run(entry->path())) found.push_back(entry->path());
  }
  if (error)
    throw Error(ExitCode::output,
                fmt::format("cannot read the folder '{}': {}", folder.string(), error.message()));
  std::sort(found.begin(), found.end());
  return found;
}

bool holds_run(const fs::path& folder, const std::string& run_id, const std::string& source) {
  ordered_json manifest;
  if (!damage_and_manifest(folder, manifest).empty()) return false;
  const auto has = [&](const char* key) { return manifest.contains(key) && manifest[key].is_string(); };
  // A run that was cut short must be done again.
  if (!has("run_id") || !has("status") || manifest["run_id"] != run_id ||
      is_cut_short(manifest["status"].get<std::string>()))
    return false;
  return !manifest.contains("derived_from") || manifest["derived_from"] == source;
}

}  // namespace simbench
