#include "sweep/summary.h"

#include <fmt/format.h>

#include <array>
#include <optional>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/print_message.h"
#include "config/member.h"
#include "sweep/combinations.h"
#include "sweep/summary_parts.h"
#include "sweep/summary_row.h"

namespace simbench {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

// The row of a run with a manifest; nothing if it cannot be read, which is then printed.
std::optional<SummaryRow> row_of(const fs::path& run) {
  try {
    return SummaryRow::of(run);
  } catch (const std::exception& error) {  // a file is truncated, edited or unreadable
    print_message(fmt::format("{}: damaged: {}\n", run.string(), config::plain(error)));
    return {};
  }
}

struct Texts {
  std::string summary, timings;
  std::vector<std::string> damaged;  // ids of runs that cannot be read
};

// Without `parts` the rows of all runs come from the runs' folders.
Texts texts_of(const SweepFolder& folder, const Plan& plan, const std::vector<IndexedRun>& runs,
               const SummaryParts* parts) {
  const Combinations combinations(plan);
  Texts texts;
  const auto add = [&](const std::string& start, const SummaryRow& row) {
    texts.summary += start + row.summary + "\n";
    texts.timings += start + row.timings + "\n";
  };
  std::string head = "run_id,solver";
  for (const Axis& axis : plan.axes) head += "," + axis.path;
  add(head, SummaryRow::header());
  for (const IndexedRun& run : runs) {
    std::string start = run.id + "," + combinations.solver(run.combination);
    for (const auto& [path, value] : combinations.coordinates(run.combination))
      start += "," + summary_cell(value);
    if (const SummaryRow* known = parts ? parts->find(run) : nullptr) {
      add(start, *known);
    } else if (folder.has_manifest(run)) {
      const std::optional<SummaryRow> row = row_of(folder.run(run.id));
      if (!row) texts.damaged.push_back(run.id);
      add(start, row.value_or(SummaryRow::without_result("damaged")));
    } else {
      const char* status = !run.declined.empty()                ? "declined"
                           : folder.failure_reason(run).empty() ? "missing"
                                                                : "failed";
      add(start, SummaryRow::without_result(status));
    }
  }
  return texts;
}

struct SummaryFile {
  const char* name;
  const char* columns;  // a part of its header, after the axes
  std::string Texts::*text;
};
const std::array<SummaryFile, 2> summary_files = {
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
                                       const std::vector<IndexedRun>& runs) {
  // The lock covers reading and writing, so the last of several processes writes a summary of all runs.
  const FileLock lock = FileLock::wait(folder.files_lock());
  refuse_foreign_summary(folder);
  const SummaryParts parts(folder);
  const Texts texts = texts_of(folder, plan, runs, &parts);
  for (const SummaryFile& file : summary_files)
    write_file_atomically(folder.path() / file.name, texts.*file.text);
  parts.remove();
  return texts.damaged;
}

std::vector<std::pair<std::string, FileState>> summary_states(const SweepFolder& folder, const Plan& plan,
                                                              const std::vector<IndexedRun>& runs) {
  const Texts texts = texts_of(folder, plan, runs, nullptr);
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

std::vector<std::string> write_part(const SweepFolder& folder, const std::string& name,
                                    const std::vector<IndexedRun>& runs) {
  std::vector<std::string> damaged;
  SummaryParts::Rows rows;
  for (const IndexedRun& run : runs) {
    if (!folder.has_manifest(run)) continue;
    const auto time = SummaryParts::time_of(folder, run.id);
    const std::optional<SummaryRow> row = row_of(folder.run(run.id));
    if (row && time) {
      rows.emplace(run.id, SummaryParts::Row{*time, *row});
    } else {
      damaged.push_back(run.id);
    }
  }
  SummaryParts::write(folder, name, rows);
  return damaged;
}

}  // namespace simbench
