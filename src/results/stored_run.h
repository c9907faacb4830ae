// Stored runs: what is in a run's folder, and whether another run may replace it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/experiment.h"

namespace simbench {

// Which folders a run may replace, in addition to an empty folder. Each value includes the values before it.
// A folder with a file that no run has written is never replaced.
enum class Replace {
  same_run,     // the run with the same id
  damaged_run,  // files of a run whose manifest is missing or unreadable
  any_run,
};

// A message for the user: why `run` may not replace `folder`. Empty if it may. Throws Error (output) if the
// folder cannot be read.
std::optional<std::string> objection(const std::filesystem::path& folder, const Experiment& run,
                                     Replace replace);

// Whether `folder` has the manifest of a successful run.
bool holds_success(const std::filesystem::path& folder);

// Compares the files of a run with the hashes in its manifest. Returns a sentence per damaged file; empty if
// the run is complete, also if it failed.
std::vector<std::string> damage(const std::filesystem::path& folder);

// All folders of runs in `folder`, at any depth and including itself, sorted. A run may have lost files.
std::vector<std::filesystem::path> run_folders(const std::filesystem::path& folder);

// Whether a folder holds the complete, undamaged run of this id. A derived run must be derived from the run
// `source`.
bool holds_run(const std::filesystem::path& folder, const std::string& run_id, const std::string& source);

// The files of a manifest and their hashes. Throws Error (usage) if one is not in the run's own folder.
std::vector<std::pair<std::string, std::string>> hashed_files(const nlohmann::ordered_json& manifest);

constexpr std::size_t largest_result_file = std::size_t{1} << 40;  // [bytes]

}  // namespace simbench
