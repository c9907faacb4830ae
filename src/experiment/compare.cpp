#include "experiment/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/number_text.h"
#include "base/split.h"

namespace simbench {

namespace fs = std::filesystem;

namespace {

struct Table {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
};

Table read_table(const fs::path& file) {
  Table table;
  const std::string text = read_file(file, std::size_t{1} << 32);
  for (const std::string_view line : lines_of(text)) {
    const std::vector<std::string_view> parts = split(line, ',');
    std::vector<std::string> cells(parts.begin(), parts.end());
    if (table.header.empty()) {
      table.header = std::move(cells);
    } else if (cells.size() == table.header.size()) {
      table.rows.push_back(std::move(cells));
    } else {
      throw Error(ExitCode::usage, fmt::format("{}: row {} has {} cells, the header {}", file.string(),
                                               table.rows.size() + 1, cells.size(), table.header.size()));
    }
  }
  if (table.rows.empty()) throw Error(ExitCode::usage, file.string() + ": there are no rows");
  return table;
}

// |a − b|, relative to the larger; empty if either is no number.
std::optional<double> relative_difference(const std::string& a, const std::string& b) {
  const std::optional<double> x = parse_number(a), y = parse_number(b);
  if (!x || !y || !std::isfinite(*x) || !std::isfinite(*y)) return {};
  return std::abs(*x - *y) / std::max(std::abs(*x), std::abs(*y));
}

std::string shown(const std::string& cell) {
  return cell.empty() ? "(empty)" : cell;
}

void compare_tables(const std::string& what, const Table& a, const Table& b, Comparison& result) {
  const auto differ = [&](std::string line) {
    result.identical = false;
    result.lines.push_back(std::move(line));
  };
  if (a.header != b.header) return differ(what + ": the columns differ");
  const std::size_t rows = std::min(a.rows.size(), b.rows.size());
  const auto place = [&](std::size_t row, std::size_t column) {
    const std::size_t step = std::find(a.header.begin(), a.header.end(), "step") - a.header.begin();
    return fmt::format("step {}, iteration {}, column {}", step < a.header.size() ? a.rows[row][step] : "1",
                       a.rows[row][0], a.header[column]);
  };
  bool first = true;
  double largest = 0;
  std::string largest_place;
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < a.header.size(); ++column) {
      const std::string& x = a.rows[row][column];
      const std::string& y = b.rows[row][column];
      if (x == y) continue;
      const std::optional<double> difference = relative_difference(x, y);
      if (first) {
        differ(fmt::format("{}: first difference at {}: {} against {}{}", what, place(row, column), shown(x),
                           shown(y), difference ? fmt::format(" (relative {:.2g})", *difference) : ""));
        first = false;
      }
      if (difference.value_or(0) > largest) {
        largest = *difference;
        largest_place = place(row, column);
      }
    }
  }
  if (largest > 0) {
    result.lines.push_back(
        fmt::format("{}: largest relative difference {:.2g} at {}", what, largest, largest_place));
  }
  if (a.rows.size() != b.rows.size()) {
    differ(fmt::format("{}: {} rows against {}", what, a.rows.size(), b.rows.size()));
  }
  if (a.header == b.header && a.rows == b.rows) {
    result.lines.push_back(fmt::format("{}: identical ({} rows)", what, rows));
  }
}

bool is_run(const fs::path& folder) {
  std::error_code error;
  return fs::exists(folder / "iterations.csv", error) || fs::exists(folder / "manifest.json", error);
}

// The runs below a folder, by name, also those that have lost their rows; a run's own folder counts as one.
std::map<std::string, fs::path> runs(const fs::path& folder) {
  std::map<std::string, fs::path> found;
  std::error_code error;
  if (is_run(folder)) return {{"run", folder}};
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    // Hidden folders are what killed runs left behind.
    if (entry.path().filename().string().starts_with('.')) continue;
    if (is_run(entry.path())) found[entry.path().filename()] = entry.path();
  }
  if (found.empty()) throw Error(ExitCode::usage, folder.string() + ": holds no run (no iterations.csv)");
  return found;
}

}  // namespace

Comparison compare(const fs::path& a, const fs::path& b) {
  const std::map<std::string, fs::path> runs_a = runs(a), runs_b = runs(b);
  Comparison result;
  for (const auto& [name, folder] : runs_a) {
    if (!runs_b.contains(name)) {
      result.identical = false;
      result.lines.push_back(fmt::format("{}: only in {}", name, a.string()));
      continue;
    }
    compare_tables(name, read_table(folder / "iterations.csv"),
                   read_table(runs_b.at(name) / "iterations.csv"), result);
  }
  for (const auto& [name, folder] : runs_b) {
    if (runs_a.contains(name)) continue;
    result.identical = false;
    result.lines.push_back(fmt::format("{}: only in {}", name, b.string()));
  }
  return result;
}

}  // namespace simbench
