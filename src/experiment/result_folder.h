// The folder of one run, OUT/<solver>: iterations.csv, timings.csv, manifest.json, environment.json and
// snapshots. It is there completely or not at all (docs/output.md describes every file and column).
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/atomic_file.h"
#include "experiment/run.h"
#include "mesh/vtu.h"

namespace simbench {

// What a run is made of, and what its id is the hash of (together with the build).
struct RunConfiguration {
  std::string scene_file;        // as given on the command line; for people
  nlohmann::ordered_json scene;  // resolved, with the settings of this solver only
  std::string solver;
  RunOptions options;

  nlohmann::ordered_json json() const;  // without scene_file
  std::string run_id() const;           // 16 hexadecimal digits
  // From a manifest. Throws Error (usage).
  static RunConfiguration from_manifest(const std::filesystem::path& manifest);
};

// Times, threads, host: whatever depends on when and where.
struct RunEnvironment {
  int threads = 1;
  std::string started;  // ISO 8601, UTC
  std::string finished;
};
std::string utc_now();

class ResultFolder {
 public:
  // Stages the folder; throws Error (output) at once if it cannot be written.
  explicit ResultFolder(const std::filesystem::path& final_path);

  void write_snapshot(const TetMesh& mesh, int step, int iteration, const Positions<double>& positions);
  // Writes the rest, the manifest last, and puts the folder into its place.
  void complete(const RunConfiguration& configuration, const World& world, const RunResult& result,
                const RunEnvironment& environment);

  // Whether a folder holds the complete run of this id.
  static bool holds(const std::filesystem::path& folder, const std::string& run_id);

 private:
  void write_file(const std::string& name, const std::string& contents);

  StagedDirectory staged_;
  std::vector<SeriesFile> series_;
  nlohmann::ordered_json hashes_;  // of the files that are the same wherever the run is repeated
};

}  // namespace simbench
