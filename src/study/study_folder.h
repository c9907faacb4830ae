// The folder of a sweep:
//   plan.json          the plan and the build that the folder is for
//   runs/<id>/         a run each, as simbench writes it
//   failures/<id>.json why a run failed, until it succeeds
//   summary.csv, summary_timings.csv
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/file_lock.h"
#include "study/plan.h"

namespace simbench {

class StudyFolder {
 public:
  explicit StudyFolder(std::filesystem::path path) : path_(std::move(path)) {}

  // Makes the folder that of this plan, its runs and this build. Throws Error (usage) if it is another one's, unless `replace`:
  // then it becomes this one's, and runs that both have in common stay. Throws Error (output) for a plan.json that is none of ours.
  void claim(const Plan& plan, const std::vector<StudyRun>& runs, bool replace) const;

  // The plan of the folder. Throws Error (usage) if there is none, or if it is of another build.
  Plan plan() const;

  // Whether the plan of the folder was claimed for these runs.
  bool is_for(const std::vector<StudyRun>& runs) const;

  std::filesystem::path path() const { return path_; }
  std::filesystem::path run(const std::string& id) const { return path_ / "runs" / id; }
  std::filesystem::path failure(const std::string& id) const { return path_ / "failures" / (id + ".json"); }
  // Of the one driver that does a whole sweep. Runs have locks of their own, beside their folders.
  std::filesystem::path lock_file() const { return path_ / ".driver.lock"; }
  // Of whoever writes a file of the folder itself.
  std::filesystem::path files_lock() const { return path_ / ".summary.lock"; }

  // Removes what killed processes left: of runs that nobody is writing, and of the folder's own files.
  void remove_leftovers() const;

  // Complete and undamaged: every file is read and its hash compared.
  bool holds(const StudyRun& run) const;
  // Complete, by its manifest alone.
  bool has_manifest(const StudyRun& run) const;

  void record_failure(const StudyRun& run, const std::string& reason) const;
  void forget_failure(const StudyRun& run) const;
  // Why the run failed last; empty if it did not.
  std::string failure_reason(const StudyRun& run) const;

 private:
  std::filesystem::path path_;
};

}  // namespace simbench
