#include "simbench/runs_json.h"

#include <cmath>
#include <cstdlib>

#include "base/atomic_file.h"
#include "base/split.h"

namespace simbench {

namespace fs = std::filesystem;

namespace {

using nlohmann::ordered_json;

// A cell of a table as a number; null if it is empty or not finite.
ordered_json number(std::string_view cell) {
  const double value = std::strtod(std::string(cell).c_str(), nullptr);
  return cell.empty() || !std::isfinite(value) ? ordered_json(nullptr) : ordered_json(value);
}

// The last row of a table, by the names of its columns.
ordered_json last_row(const std::string& table) {
  std::vector<std::string_view> lines = split(table, '\n');
  while (lines.back().empty()) lines.pop_back();
  const std::vector<std::string_view> names = split(lines.front(), ','), cells = split(lines.back(), ',');
  ordered_json row;
  for (std::size_t i = 0; i < names.size(); ++i) row[std::string(names[i])] = number(cells[i]);
  return row;
}

ordered_json run_json(const PlannedRun& run, bool up_to_date) {
  const ordered_json manifest = ordered_json::parse(read_file(run.folder / "manifest.json"));
  const ordered_json environment = ordered_json::parse(read_file(run.folder / "environment.json"));
  const ordered_json last = last_row(read_file(run.folder / "iterations.csv"));
  const std::string solver = manifest["solver"];
  return {{"name", run.label},
          {"solver", solver},
          {"settings", manifest["scene"]["solvers"].value(solver, ordered_json::object())},
          {"folder", run.folder.string()},
          {"run_id", manifest["run_id"]},
          {"up_to_date", up_to_date},
          {"status", manifest["status"]},
          {"message", manifest["message"]},
          {"steps", last["step"].is_null() ? 1 : last["step"].get<int>()},
          {"iterations", manifest["iterations"]},
          {"objective", last["objective"]},
          {"relative_error", last["relative_error"]},
          {"setup_seconds", environment["setup_seconds"]},
          {"iteration_seconds", environment["iteration_seconds"]}};
}

}  // namespace

ordered_json runs_json(const fs::path& scene, const std::vector<PlannedRun>& up_to_date,
                       const std::vector<PlannedRun>& executed) {
  ordered_json runs = ordered_json::array();
  for (const PlannedRun& run : up_to_date) runs.push_back(run_json(run, true));
  for (const PlannedRun& run : executed) {
    if (!run.error.empty()) {
      runs.push_back({{"name", run.label}, {"error", run.error}});
    } else if (!run.done.result.records.empty()) {
      runs.push_back(run_json(run, false));
    }
  }
  return {{"scene", scene.string()}, {"runs", runs}};
}

}  // namespace simbench
