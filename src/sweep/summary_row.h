// The rows of a run in summary.csv and summary_timings.csv.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace simbench {

// The texts that follow the run's id, solver and axes.
struct SummaryRow {
  std::string summary, timings;

  // The names of the columns.
  static SummaryRow header();
  // Reads the tables of a complete run. Throws if one of them cannot be read, and Error if a column is
  // missing.
  static SummaryRow of(const std::filesystem::path& run);
  // Of a run without a result.
  static SummaryRow without_result(const std::string& status);
};

// The text of a cell of a CSV file, quoted if necessary (RFC 4180).
std::string summary_cell(const nlohmann::ordered_json& value);

}  // namespace simbench
