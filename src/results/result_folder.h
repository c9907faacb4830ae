// The folder of one run, OUT/<solver>: iterations.csv, timings.csv, manifest.json, environment.json and
// snapshots. It is there completely or not at all (docs/output.md describes every file and column).
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/atomic_file.h"
#include "base/file_lock.h"
#include "experiment/experiment.h"
#include "mesh/vtu.h"
#include "results/stored_run.h"

namespace simbench {

// Times, threads, host: whatever depends on when and where.
struct RunEnvironment {
  int threads = 1;
  std::string started;  // ISO 8601, UTC
  std::string finished;
  std::vector<double> repeats = {};  // seconds of iterations of each repetition; empty: the run was done once
};
std::string utc_now();

class ResultFolder {
 public:
  // Stages the folder of this run. Throws Error at once if it cannot be written, if what lies there may not be replaced (both
  // output), or if another process is writing it (locked).
  explicit ResultFolder(const std::filesystem::path& final_path, const Experiment& experiment,
                        Replace replace = Replace::same_run, Sync sync = Sync::at_once);

  void write_snapshot(int step, int iteration, const std::vector<SnapshotFile>& files);
  // Writes the rest, the manifest last, and puts the folder into its place, or aside: OUT/<status>/<solver>-<8 digits of the
  // id>. Aside go a run that did not succeed where another run or a successful one lies, and any run whose place somebody has
  // taken in the meantime. Returns where the folder is.
  std::filesystem::path complete(const RunResult& result, const RunEnvironment& environment);

  // Puts into its place what another run's folder is when time is measured in another unit (study/collapse.h): its
  // numbers scaled, no times. `time_unit` [s]: that in which the other's time step is this run's.
  void derive(const std::filesystem::path& source, double time_unit);

  std::string name() const { return final_path_.filename().string(); }

  // The lock of whoever writes the folder.
  static std::filesystem::path lock_file(const std::filesystem::path& final_path);

  // Whether a folder holds the complete run of this id; one that is derived only if from `source`.
  static bool holds(const std::filesystem::path& folder, const std::string& run_id,
                    const std::string& source = {}) {
    return holds_run(folder, run_id, source);
  }

 private:
  void write_file(const std::string& name, const std::string& contents);
  // `result`: whose times these are; null for a run that took none of its own.
  void write_environment(const RunEnvironment& environment, const RunResult* result);
  std::vector<SeriesFile> series() const;
  std::optional<std::string> objection_to(Status status) const;
  void commit(nlohmann::ordered_json manifest, const std::filesystem::path& place);

  std::filesystem::path final_path_;
  Experiment experiment_;
  Replace replace_;
  FileLock lock_;
  StagedDirectory staged_;
  struct Picture {
    int step, iteration;
    std::string file;  // .vtu
  };
  std::vector<Picture> pictures_;
  nlohmann::ordered_json hashes_;  // of the files that are the same wherever the run is repeated
};

}  // namespace simbench
