// Compares the numbers of two runs.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace simbench {

// A cell that is another one in the other run; the texts as the files have them.
struct Difference {
  std::string step, iteration, column;
  std::string a, b;
  std::optional<double> relative;  // |a - b|, relative to the larger; empty if either is no number
};

// The tables of two runs.
struct RunComparison {
  enum class Outcome { identical, within_tolerance, different, only_in_a, only_in_b };

  std::string name;  // of the folder; "run" where a run's own folder was given
  Outcome outcome = Outcome::identical;
  std::size_t rows_a = 0, rows_b = 0;
  bool same_columns = true;
  std::optional<Difference> first;    // that counts
  std::optional<Difference> largest;  // of the numbers, whether it counts or not
};

struct Comparison {
  std::filesystem::path a, b;
  double tolerance = 0;
  std::vector<RunComparison> runs;

  bool same() const;                       // or differs by no more than the tolerance
  std::vector<std::string> lines() const;  // what differs first and most, for people
  nlohmann::ordered_json json() const;     // as docs/output.md describes it
};

// Compares iterations.csv of two run folders, or of all runs in two output folders. A cell differs when its text does; what
// counts is a difference of numbers that is larger than the relative `tolerance`, and any other. Throws Error (usage) if a folder
// holds no run, or a run no rows.
Comparison compare(const std::filesystem::path& a, const std::filesystem::path& b, double tolerance = 0);

}  // namespace simbench
