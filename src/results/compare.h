// Compares the numbers of two runs.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace simbench {

// A cell that differs between two runs, with its text in both files.
struct Difference {
  std::string step, iteration, column;
  std::string a, b;
  std::optional<double> relative;  // |a - b| / max(|a|, |b|); empty if a or b is not a finite number
};

// The differences between the tables of two runs.
struct RunComparison {
  enum class Outcome { identical, within_tolerance, different, only_in_a, only_in_b };

  std::string name;  // of the run's folder; "run" if the user gave the folders of two runs
  Outcome outcome = Outcome::identical;
  std::size_t rows_a = 0, rows_b = 0;
  bool same_columns = true;
  std::optional<Difference> first;    // the first one beyond the tolerance
  std::optional<Difference> largest;  // the largest relative one, within the tolerance or not
};

struct Comparison {
  std::filesystem::path a, b;
  double tolerance = 0;
  std::vector<RunComparison> runs;

  bool same() const;                       // whether all runs are identical or within the tolerance
  std::vector<std::string> lines() const;  // of text: the first and the largest difference of each run
  nlohmann::ordered_json json() const;     // as docs/output.md describes it
};

// Compares iterations.csv of two run folders, or of all runs in two output folders. Cells differ if their
// texts differ. Two different numbers are within the tolerance if their relative difference is at most
// `tolerance`. Other different texts are never within it. Throws Error (usage) if a folder holds no run, or
// if a run has no rows.
Comparison compare(const std::filesystem::path& a, const std::filesystem::path& b, double tolerance = 0);

}  // namespace simbench
