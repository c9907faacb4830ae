// The folder of a sweep:
//   plan.json          the plan and the build that the folder belongs to
//   index.csv          a row for each run of the plan (run_index.h)
//   runs/ab/<id>/      one folder per run, as simbench writes it; ab are the first digits of the id, because
//                      some file systems are slow in folders of many thousand entries
//   failures/<id>.json why a run failed; removed once it succeeds
//   summary.csv, summary_timings.csv
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/file_lock.h"
#include "sweep/run_index.h"

namespace simbench {

class SweepFolder {
 public:
  explicit SweepFolder(std::filesystem::path path) : path_(std::move(path)) {}

  // Assigns the folder to this plan, its runs and this build. If the folder belongs to another plan or build,
  // it throws Error (usage), or reassigns the folder if `replace` is set; runs that both plans share stay.
  // Throws Error (output) if simbench has not written plan.json or index.csv.
  void claim(const Plan& plan, const RunIndex& index, bool replace) const;

  // The index that claim() has written for this plan and this build; nothing if there is none.
  std::optional<RunIndex> index(const Plan& plan) const;

  // The plan of the folder. Throws Error (usage) if there is none, or if it belongs to another build, and
  // UntrustedSolverFile.
  Plan plan(bool trusts_solver_files = false) const;

  // Whether claim() has assigned the folder to these runs.
  bool is_for(const RunIndex& index) const;

  std::filesystem::path path() const { return path_; }
  std::filesystem::path run(const std::string& id) const { return path_ / "runs" / id.substr(0, 2) / id; }
  std::filesystem::path failure(const std::string& id) const { return path_ / "failures" / (id + ".json"); }
  // The lock of a process that does the whole sweep. Each run has its own lock beside its folder.
  std::filesystem::path lock_file() const { return path_ / ".driver.lock"; }
  // The lock of a process that writes plan.json, a failure or the summary.
  std::filesystem::path files_lock() const { return path_ / ".summary.lock"; }
  // The lock of a process that makes the index, which takes seconds if there are many runs.
  std::filesystem::path index_lock() const { return path_ / ".index.lock"; }

  // Removes files that killed processes left behind, unless another process is writing there.
  void remove_leftovers() const;

  // Whether the run is complete and undamaged. Reads every file and compares its hash.
  bool holds(const IndexedRun& run) const;
  // Whether the run has a manifest; does not read its files.
  bool has_manifest(const IndexedRun& run) const;

  void record_failure(const IndexedRun& run, const Combinations& combinations,
                      const std::string& reason) const;
  void forget_failure(const IndexedRun& run) const;
  // Why the last attempt of the run failed; empty if it did not fail.
  std::string failure_reason(const IndexedRun& run) const;

 private:
  std::filesystem::path path_;
};

}  // namespace simbench
