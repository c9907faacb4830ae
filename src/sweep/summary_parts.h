// Parts of a summary, FOLDER/parts/<name>.jsonl: each of many processes that share the runs of a sweep writes
// the rows of its own runs, so that none of them reads the runs of the others.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "sweep/summary_row.h"
#include "sweep/sweep_folder.h"

namespace simbench {

class SummaryParts {
 public:
  struct Row {
    std::int64_t time;  // of the run's manifest [ns]; another one means that the run has been done again
    SummaryRow texts;
  };
  using Rows = std::unordered_map<std::string, Row>;  // by the ids of runs

  // Throws Error (output).
  static void write(const SweepFolder& folder, const std::string& name, const Rows& rows);
  // When the manifest of a run was written; nothing if there is none.
  static std::optional<std::int64_t> time_of(const SweepFolder& folder, const std::string& run_id);

  // Reads all parts. Leaves out lines that it cannot read, because the runs have the same numbers.
  explicit SummaryParts(const SweepFolder& folder);
  // The row of a run; null if no part has it, or if the run has been done again since.
  const SummaryRow* find(const IndexedRun& run) const;
  // Removes the files that were read.
  void remove() const;

 private:
  const SweepFolder& folder_;
  std::vector<std::filesystem::path> files_;
  Rows rows_;
};

}  // namespace simbench
