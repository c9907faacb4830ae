// What lies in the place of a run's folder, and whether a run may take its place.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiment/experiment.h"

namespace simbench {

// What a run may replace, besides nothing and an empty folder. Each word includes those before it. A folder with anything
// that no run has written is never replaced.
enum class Replace {
  same_run,     // the run of its own id
  damaged_run,  // files of a run whose manifest is missing or cannot be read
  any_run,
};

// Why `run` may not take the place of `folder`, for the user; empty if it may. Throws Error (output) if the folder cannot be
// read.
std::optional<std::string> objection(const std::filesystem::path& folder, const Experiment& run,
                                     Replace replace);

// Whether the run in `folder` ended with success, by its manifest alone.
bool holds_success(const std::filesystem::path& folder);

// What is wrong with the files of a run, by their hashes in its manifest and the manifest's own: a sentence each. Empty if the
// run is whole, however it ended.
std::vector<std::string> damage(const std::filesystem::path& folder);

// The folders of runs: of a folder, if it is one, and of those in it, however deep, sorted. Also those that have lost files.
std::vector<std::filesystem::path> run_folders(const std::filesystem::path& folder);

// Whether a folder holds the complete, undamaged run of this id; one that is derived only if from `source`.
bool holds_run(const std::filesystem::path& folder, const std::string& run_id, const std::string& source);

// The files of a manifest and their hashes. Throws Error (usage) if one is not in the run's own folder.
std::vector<std::pair<std::string, std::string>> hashed_files(const nlohmann::ordered_json& manifest);

constexpr std::size_t largest_result_file = std::size_t{1} << 40;  // [bytes]

}  // namespace simbench
