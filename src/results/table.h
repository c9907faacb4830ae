// Writes and reads iterations.csv and timings.csv (docs/output.md describes the columns).
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/run.h"

namespace simbench {

std::string iterations_csv(const RunResult& result);
std::string timings_csv(const RunResult& result);

// A CSV file whose cells are kept as text.
class Table {
 public:
  // Throws Error (usage) if the file cannot be read, if it has no rows, or if a row and the header differ in
  // length.
  static Table read(const std::filesystem::path& file);

  const std::vector<std::string_view>& header() const { return header_; }
  std::size_t rows() const { return cells_.size() / header_.size(); }
  std::string_view cell(std::size_t row, std::size_t column) const {
    return cells_[row * header_.size() + column];
  }
  // Empty if the cell is not a number.
  std::optional<double> number(std::size_t row, std::size_t column) const;
  // Throws Error (output) if there is no such column.
  std::size_t column(std::string_view name) const;

 private:
  std::shared_ptr<const std::string> text_;  // the views below point into it
  std::vector<std::string_view> header_, cells_;
};

// The text of an iterations.csv with these columns after conversion to a time unit of `time_unit` seconds.
std::string csv_in_time_unit(const Table& iterations, const Columns& columns, double time_unit);
// The timings.csv of a derived run: the same rows with empty times.
std::string csv_without_times(const Table& timings);

}  // namespace simbench
