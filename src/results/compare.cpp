#include "results/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "base/counted.h"
#include "base/error.h"
#include "base/number_text.h"
#include "results/table.h"

namespace simbench {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

// |a − b| / max(|a|, |b|); empty if a or b is not a finite number.
std::optional<double> relative_difference(std::string_view a, std::string_view b) {
  const std::optional<double> x = parse_number(a), y = parse_number(b);
  if (!x || !y || !std::isfinite(*x) || !std::isfinite(*y)) return {};
  return std::abs(*x - *y) / std::max(std::abs(*x), std::abs(*y));
}

std::string shown(const std::string& cell) {
  return cell.empty() ? "(empty)" : cell;
}

RunComparison compare_tables(const std::string& name, const Table& a, const Table& b, double tolerance) {
  RunComparison result;
  result.name = name;
  result.rows_a = a.rows();
  result.rows_b = b.rows();
  result.same_columns = a.header() == b.header();
  if (!result.same_columns) {
    result.outcome = RunComparison::Outcome::different;
    return result;
  }
  const std::size_t columns = a.header().size();
  const std::size_t step = std::find(a.header().begin(), a.header().end(), "step") - a.header().begin();
  bool identical = result.rows_a == result.rows_b;
  for (std::size_t row = 0; row < std::min(result.rows_a, result.rows_b); ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      const std::string_view x = a.cell(row, column), y = b.cell(row, column);
      if (x == y) continue;
      identical = false;
      const Difference difference{std::string(step < columns ? a.cell(row, step) : "1"),
                                  std::string(a.cell(row, 0)),
                                  std::string(a.header()[column]),
                                  std::string(x),
                                  std::string(y),
                                  relative_difference(x, y)};
      const double relative = difference.relative.value_or(0);
      const bool counts = !difference.relative || relative > tolerance;
      if (counts && !result.first) result.first = difference;
      if (relative > (result.largest ? *result.largest->relative : 0)) result.largest = difference;
    }
  }
  if (result.first || result.rows_a != result.rows_b) {
    result.outcome = RunComparison::Outcome::different;
  } else if (!identical) {
    result.outcome = RunComparison::Outcome::within_tolerance;
  }
  return result;
}

std::string place(const Difference& difference) {
  return fmt::format("step {}, iteration {}, column {}", difference.step, difference.iteration,
                     difference.column);
}

// The cell as a JSON number if it is one, otherwise as a string.
ordered_json cell_json(const std::string& cell) {
  if (cell.empty()) return nullptr;
  return ordered_json::accept(cell) ? ordered_json::parse(cell) : ordered_json(cell);
}

ordered_json json_of(const std::optional<Difference>& difference) {
  if (!difference) return nullptr;
  return {{"step", cell_json(difference->step)},
          {"iteration", cell_json(difference->iteration)},
          {"column", difference->column},
          {"a", cell_json(difference->a)},
          {"b", cell_json(difference->b)},
          {"relative", difference->relative ? ordered_json(*difference->relative) : ordered_json(nullptr)}};
}

// One word per RunComparison::Outcome.
constexpr std::array<const char*, 5> outcome_words = {"identical", "within_tolerance", "different",
                                                      "only_in_a", "only_in_b"};

bool is_run(const fs::path& folder) {
  std::error_code error;
  return fs::exists(folder / "iterations.csv", error) || fs::exists(folder / "manifest.json", error);
}

// Adds the runs in a folder by name, including runs without iterations.csv. Hidden folders are leftovers of
// killed runs.
void add_runs(const fs::path& folder, std::map<std::string, fs::path>& found) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const bool is_hidden = entry.path().filename().string().starts_with('.');
    if (!is_hidden && is_run(entry.path())) found[entry.path().filename()] = entry.path();
  }
}

// The runs of a folder, or of the folder `runs` of a sweep, which has them in groups. If the folder is itself
// a run, it is the only one.
std::map<std::string, fs::path> runs(const fs::path& folder) {
  std::map<std::string, fs::path> found;
  std::error_code error;
  if (is_run(folder)) return {{"run", folder}};
  add_runs(folder, found);
  if (found.empty()) {
    for (const fs::directory_entry& group : fs::directory_iterator(folder, error)) add_runs(group, found);
  }
  if (found.empty()) throw Error(ExitCode::usage, folder.string() + ": holds no run (no iterations.csv)");
  return found;
}

}  // namespace

bool Comparison::same() const {
  return std::all_of(runs.begin(), runs.end(), [](const RunComparison& run) {
    return run.outcome == RunComparison::Outcome::identical ||
           run.outcome == RunComparison::Outcome::within_tolerance;
  });
}

std::vector<std::string> Comparison::lines() const {
  std::vector<std::string> lines;
  for (const RunComparison& run : runs) {
    const auto add = [&](const std::string& text) { lines.push_back(run.name + ": " + text); };
    if (run.outcome == RunComparison::Outcome::only_in_a) add("only in " + a.string());
    if (run.outcome == RunComparison::Outcome::only_in_b) add("only in " + b.string());
    if (!run.same_columns) add("the columns differ");
    if (run.first) {
      const std::optional<double> relative = run.first->relative;
      add(fmt::format("first difference{} at {}: {} against {}{}",
                      tolerance > 0 ? fmt::format(" beyond {:g}", tolerance) : "", place(*run.first),
                      shown(run.first->a), shown(run.first->b),
                      relative ? fmt::format(" (relative {:.2g})", *relative) : ""));
    }
    if (run.largest)
      add(fmt::format("largest relative difference {:.2g} at {}", *run.largest->relative,
                      place(*run.largest)));
    if (run.same_columns && run.rows_a != run.rows_b)
      add(fmt::format("{} against {}", counted(run.rows_a, "row"), run.rows_b));
    if (run.outcome == RunComparison::Outcome::identical)
      add(fmt::format("identical ({})", counted(run.rows_a, "row")));
    if (run.outcome == RunComparison::Outcome::within_tolerance)
      add(fmt::format("the same within {:g} ({})", tolerance, counted(run.rows_a, "row")));
  }
  return lines;
}

ordered_json Comparison::json() const {
  ordered_json result = {{"a", a.string()},
                         {"b", b.string()},
                         {"tolerance", tolerance},
                         {"same", same()},
                         {"runs", ordered_json::array()}};
  for (const RunComparison& run : runs) {
    ordered_json row = {{"name", run.name},
                        {"outcome", outcome_words[static_cast<std::size_t>(run.outcome)]}};
    if (run.outcome != RunComparison::Outcome::only_in_a &&
        run.outcome != RunComparison::Outcome::only_in_b) {
      row["rows"] = {run.rows_a, run.rows_b};
      row["same_columns"] = run.same_columns;
      row["first_difference"] = json_of(run.first);
      row["largest_difference"] = json_of(run.largest);
    }
    result["runs"].push_back(row);
  }
  return result;
}

Comparison compare(const fs::path& a, const fs::path& b, double tolerance) {
  const std::map<std::string, fs::path> runs_a = runs(a), runs_b = runs(b);
  Comparison result{a, b, tolerance, {}};
  const auto add_missing = [&](const std::string& name, RunComparison::Outcome outcome) {
    result.runs.emplace_back().name = name;
    result.runs.back().outcome = outcome;
  };
  for (const auto& [name, folder] : runs_a) {
    if (!runs_b.contains(name)) {
      add_missing(name, RunComparison::Outcome::only_in_a);
      continue;
    }
    result.runs.push_back(compare_tables(name, Table::read(folder / "iterations.csv"),
                                         Table::read(runs_b.at(name) / "iterations.csv"), tolerance));
  }
  for (const auto& [name, folder] : runs_b) {
    if (!runs_a.contains(name)) add_missing(name, RunComparison::Outcome::only_in_b);
  }
  return result;
}

}  // namespace simbench
