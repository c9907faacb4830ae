// Compares the numbers of two runs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace simbench {

struct Comparison {
  bool identical = true;
  std::vector<std::string> lines;  // what differs first and most, for people
};

// Compares iterations.csv of two run folders, or of all solvers that two output folders share. A cell differs
// when its text does. Throws Error (usage) if a folder holds no run, or a run no rows.
Comparison compare(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace simbench
