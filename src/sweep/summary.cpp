#include "sweep/summary.h"

#include <fmt/format.h>

#include <array>
#include <map>

#include "base/atomic_file.h"
#include "base/cell.h"
#include "base/error.h"
#include "base/number_text.h"
#include "base/print_message.h"
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

// The text of a CSV cell, quoted if necessary (RFC 4180).
std::string cell(const ordered_json& value) {
  if (value.is_null()) return {};
  if (value.is_number()) return number_text(value.get<double>());
  const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  if (!needs_quotation_marks(text)) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

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
  outcome.iteration_seconds = cell(config::member(environment, "iteration_seconds", seconds));
  outcome.setup_seconds = cell(config::member(environment, "setup_seconds", seconds));

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

struct Texts {
  std::string summary, timings;
  std::vector<std::string> damaged;  // ids of runs that cannot be read
};

Texts texts_of(const SweepFolder& folder, const Plan& plan, const std::vector<SweepRun>& runs) {
  std::string head = "run_id,solver";
  for (const Axis& axis : plan.axes) head += "," + axis.path;
  std::string summary = head + ",status,derived_from,iterations";
  std::string timings = head + ",setup_seconds,iteration_seconds";
  for (const char* target : targets) {
    summary += fmt::format(",iterations_to_{}", target);
    timings += fmt::format(",seconds_to_{}", target);
  }
  for (const char* name : final_columns) summary += fmt::format(",final_{}", name);
  summary += '\n';
  timings += '\n';

  Texts texts;
  for (const SweepRun& run : runs) {
    std::string start = run.id + "," + run.solver();
    for (const auto& [path, value] : run.coordinates) start += "," + cell(value);
    Outcome outcome;
    if (folder.has_manifest(run)) {
      try {
        outcome = outcome_of(folder.run(run.id));
      } catch (const std::exception& error) {  // a file is truncated, edited or unreadable
        outcome = {};
        outcome.status = "damaged";
        texts.damaged.push_back(run.id);
        print_message(fmt::format("{}: damaged: {}\n", folder.run(run.id).string(), config::plain(error)));
      }
    } else {
      const bool failed = !folder.failure_reason(run).empty();
      outcome.status = !run.declined.empty() ? "declined" : failed ? "failed" : "missing";
    }
    summary += start + "," + outcome.status + "," + outcome.derived_from + "," + outcome.iterations;
    timings += start + "," + outcome.setup_seconds + "," + outcome.iteration_seconds;
    for (std::size_t i = 0; i < targets.size(); ++i) {
      summary += "," + outcome.reached[i];
      timings += "," + outcome.reached_seconds[i];
    }
    for (const char* name : final_columns) summary += "," + outcome.last[name];
    summary += '\n';
    timings += '\n';
  }
  texts.summary = std::move(summary);
  texts.timings = std::move(timings);
  return texts;
}

struct SummaryFile {
  const char* name;
  const char* columns;  // a part of its header, after the axes
  std::string Texts::*text;
};
constexpr std::array<SummaryFile, 2> summary_files = {
    {{"summary.csv", ",status,derived_from,iterations,", &Texts::summary},
     {"summary_timings.csv", ",setup_seconds,iteration_seconds,", &Texts::timings}}};

}  // namespace

void refuse_foreign_summary(const SweepFolder& folder) {
  for (const SummaryFile& file : summary_files) {
    const fs::path path = folder.path() / file.name;
    std::error_code error;
    if (!fs::exists(path, error)) continue;
    const std::string text = read_file(path, largest_text_file, ExitCode::output);
    const std::string header = text.substr(0, text.find('\n'));
    const bool ours = header.starts_with("run_id,solver") && header.find(file.columns) != std::string::npos;
    if (ours || text.empty()) continue;
    throw Error(
        ExitCode::output,
        fmt::format(
            "{}: no sweep has written this file, so it is not overwritten; move it away, or choose another "
            "--output",
            path.string()));
  }
}

std::vector<std::string> write_summary(const SweepFolder& folder, const Plan& plan,
                                       const std::vector<SweepRun>& runs) {
  // The lock covers reading and writing, so the last of several processes writes a summary of all runs.
  const FileLock lock = FileLock::wait(folder.files_lock());
  refuse_foreign_summary(folder);
  const Texts texts = texts_of(folder, plan, runs);
  for (const SummaryFile& file : summary_files)
    write_file_atomically(folder.path() / file.name, texts.*file.text);
  return texts.damaged;
}

std::vector<std::pair<std::string, FileState>> summary_states(const SweepFolder& folder, const Plan& plan,
                                                              const std::vector<SweepRun>& runs) {
  const Texts texts = texts_of(folder, plan, runs);
  std::vector<std::pair<std::string, FileState>> states;
  for (const SummaryFile& file : summary_files) {
    const fs::path path = folder.path() / file.name;
    std::error_code error;
    const bool exists = fs::exists(path, error);
    const bool good = exists && read_file(path, largest_text_file, ExitCode::output) == texts.*file.text;
    states.emplace_back(file.name, good ? FileState::good : exists ? FileState::damaged : FileState::missing);
  }
  return states;
}

}  // namespace simbench
