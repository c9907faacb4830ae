// iterations.csv and timings.csv (docs/output.md describes the columns): written from results, and read again.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/run.h"

namespace simbench {

std::string iterations_csv(const RunResult& result);
std::string timings_csv(const RunResult& result);

// A table that was read: its cells are texts.
class Table {
 public:
  // Throws Error (usage) for a file that cannot be read, for rows of another length than the header, and if there are none.
  static Table read(const std::filesystem::path& file);

  const std::vector<std::string_view>& header() const { return header_; }
  std::size_t rows() const { return cells_.size() / header_.size(); }
  std::string_view cell(std::size_t row, std::size_t column) const {
    return cells_[row * header_.size() + column];
  }
  std::optional<double> number(std::size_t row, std::size_t column) const;
  // Throws Error (output) if there is no such column.
  std::size_t column(std::string_view name) const;

 private:
  std::shared_ptr<const std::string> text_;  // which the others look into
  std::vector<std::string_view> header_, cells_;
};

// An iterations.csv with these columns where time is measured in units of `time_unit` seconds.
std::string csv_in_time_unit(const Table& iterations, const Columns& columns, double time_unit);
// The timings.csv of a run that took no time of its own.
std::string csv_without_times(const Table& timings);

}  // namespace simbench
