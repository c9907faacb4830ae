#include "sweep/summary_row.h"

#include <fmt/format.h>

#include <array>
#include <map>

#include "base/atomic_file.h"
#include "base/cell.h"
#include "base/error.h"
#include "base/number_text.h"
#include "config/member.h"
#include "results/table.h"

namespace simbench {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

constexpr std::array<const char*, 8> targets = {"1e-1", "1e-2", "1e-3", "1e-4",
                                                "1e-5", "1e-6", "1e-7", "1e-8"};
constexpr std::array<const char*, 8> final_columns = {"objective",      "inertial",        "constraint",
                                                      "relative_error", "linear_momentum", "angular_momentum",
                                                      "min_det_f",      "inverted_tets"};

// The summary of a run's tables.
struct Outcome {
  std::string status;
  std::string derived_from;  // id of the run whose scaled rows these are; empty if the run was computed
  std::string iterations;
  std::array<std::string, targets.size()> reached;  // first recorded iteration at or below the target
  std::array<std::string, targets.size()> reached_seconds;
  std::map<std::string, std::string> last;  // cells of the last row
  std::string iteration_seconds, setup_seconds;
};

Outcome outcome_of(const fs::path& folder) {
  Outcome outcome;
  const auto read = [&](const char* name) {
    return config::Document::parse(read_file(folder / name), (folder / name).string());
  };
  const config::Document manifest = read("manifest.json"), environment = read("environment.json");
  outcome.status = config::member(manifest, "status", config::Kind::string);
  append_number(outcome.iterations,
                config::member(manifest, "iterations", config::Kind::number_integer).get<int>());
  const bool derived = manifest.root().contains("derived_from");
  if (derived) outcome.derived_from = config::member(manifest, "derived_from", config::Kind::string);
  const config::Kind seconds = derived ? config::Kind::null : config::Kind::number_float;
  outcome.iteration_seconds = summary_cell(config::member(environment, "iteration_seconds", seconds));
  outcome.setup_seconds = summary_cell(config::member(environment, "setup_seconds", seconds));

  const Table rows = Table::read(folder / "iterations.csv"), times = Table::read(folder / "timings.csv");
  if (rows.rows() != times.rows()) throw Error(ExitCode::output, "damaged");
  const std::size_t iteration = rows.column("iteration"), error = rows.column("relative_error"),
                    step = rows.column("step"), elapsed = times.column("elapsed_seconds");
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    const std::optional<double> value = rows.number(row, error);
    if (!value || rows.cell(row, step) != "1") continue;  // targets refer to the first step
    for (std::size_t i = 0; i < targets.size(); ++i) {
      if (!outcome.reached[i].empty() || *value > *parse_number(targets[i])) continue;
      outcome.reached[i] = rows.cell(row, iteration);
      outcome.reached_seconds[i] = times.cell(row, elapsed);
    }
  }
  for (std::size_t i = 0; i < rows.header().size(); ++i)
    outcome.last[std::string(rows.header()[i])] = rows.cell(rows.rows() - 1, i);
  return outcome;
}

SummaryRow row_of(Outcome outcome) {
  SummaryRow row{"," + outcome.status + "," + outcome.derived_from + "," + outcome.iterations,
                 "," + outcome.setup_seconds + "," + outcome.iteration_seconds};
  for (std::size_t i = 0; i < targets.size(); ++i) {
    row.summary += "," + outcome.reached[i];
    row.timings += "," + outcome.reached_seconds[i];
  }
  for (const char* name : final_columns) row.summary += "," + outcome.last[name];
  return row;
}

}  // namespace

SummaryRow SummaryRow::header() {
  SummaryRow row{",status,derived_from,iterations", ",setup_seconds,iteration_seconds"};
  for (const char* target : targets) {
    row.summary += fmt::format(",iterations_to_{}", target);
    row.timings += fmt::format(",seconds_to_{}", target);
  }
  for (const char* name : final_columns) row.summary += fmt::format(",final_{}", name);
  return row;
}

SummaryRow SummaryRow::of(const fs::path& run) {
  return row_of(outcome_of(run));
}

SummaryRow SummaryRow::without_result(const std::string& status) {
  Outcome outcome;
  outcome.status = status;
  return row_of(std::move(outcome));
}

std::string summary_cell(const ordered_json& value) {
  if (value.is_null()) return {};
  if (value.is_number()) return number_text(value.get<double>());
  const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  if (!needs_quotation_marks(text)) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

}  // namespace simbench
