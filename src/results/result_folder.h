// The folder of one run, OUT/<solver>: iterations.csv, timings.csv, manifest.json, environment.json and
// snapshots. It is either complete or absent (docs/output.md describes every file and column).
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/atomic_file.h"
#include "base/file_lock.h"
#include "base/sha256.h"
#include "harness/experiment.h"
#include "mesh/vtu.h"
#include "results/machine_state.h"
#include "results/stored_run.h"

namespace simbench {

// The part of environment.json that depends on this execution of the run.
struct RunEnvironment {
  int threads = 1;
  std::string started;  // ISO 8601, UTC
  std::string finished;
  std::vector<double> repeats = {};  // iteration time of each repetition [s]; empty if the run was done once
  MachineState before = {}, after = {};
  // Why these times are noisy; empty if nothing was seen that makes them so.
  std::optional<std::string> noise() const;
};
std::string utc_now();

class ResultFolder {
 public:
  // Stages the folder of this run. Throws Error (output) if the folder cannot be written or an existing one
  // may not be replaced, and Error (locked) if another process is writing it. `spare` is the lock of a run
  // that this process has completed; it is moved here.
  explicit ResultFolder(const std::filesystem::path& final_path, const Experiment& experiment,
                        Replace replace = Replace::same_run, Sync sync = Sync::at_once,
                        std::optional<FileLock> spare = {});

  void write_snapshot(int step, int iteration, const std::vector<SnapshotFile>& files);
  // Adds rows to tables that grow during the run.
  void append_rows(const std::vector<TableRows>& tables);
  // Writes the checkpoint after a step.
  void write_checkpoint(int step, const std::string& text);
  // Writes the other files, the manifest last, and moves the folder to its place. It moves the folder to
  // OUT/<status>/<solver>-<8 digits of the id> instead if the run failed and a successful or different run is
  // in its place, or if another process has filled that place in the meantime. Returns the path of the
  // folder.
  std::filesystem::path complete(const RunResult& result, const RunEnvironment& environment);

  // Makes the folder from the folder of the run `source`, which is the same problem in another unit of time
  // (sweep/collapse.h). Numbers are scaled, and times are left out. `time_unit` [s] is (time step of the
  // source) / (time step of this run).
  void derive(const std::filesystem::path& source, double time_unit);

  // The lock, for the next run of this process. Nothing may be written afterwards.
  FileLock take_lock() { return std::move(lock_); }

  std::string name() const { return final_path_.filename().string(); }

  // The lock that a process holds while it writes the folder.
  static std::filesystem::path lock_file(const std::filesystem::path& final_path);

  // Whether a folder holds the complete run of this id. A derived run must be derived from the run `source`.
  static bool holds(const std::filesystem::path& folder, const std::string& run_id,
                    const std::string& source = {}) {
    return holds_run(folder, run_id, source);
  }

 private:
  void write_file(const std::string& name, const std::string& contents);
  // `result` has the times; null for a derived run, which has none.
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
  std::map<std::string, Sha256> growing_;  // the hashes of growing tables so far
  // Of the files that are the same in every repetition of the run. It is an object from the start: if memory
  // runs out where a null value becomes an object, nlohmann/json 3.11.2 destroys an object that is not there.
  nlohmann::ordered_json hashes_ = nlohmann::ordered_json::object();
};

}  // namespace simbench
