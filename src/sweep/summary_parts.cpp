#include "sweep/summary_parts.h"

#include <chrono>
#include <nlohmann/json.hpp>
#include <sstream>
#include <system_error>

#include "base/atomic_file.h"
#include "base/error.h"

namespace simbench {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr std::size_t largest_part = std::size_t{1} << 32;  // [bytes]

fs::path folder_of_parts(const SweepFolder& folder) {
  return folder.path() / "parts";
}

void read_line(const std::string& line, SummaryParts::Rows& rows) {
  const json row = json::parse(line, nullptr, false);
  if (!row.is_array() || row.size() != 4 || !row[0].is_string() || !row[1].is_number_integer() ||
      !row[2].is_string() || !row[3].is_string())
    return;
  rows.insert_or_assign(
      row[0].get<std::string>(),
      SummaryParts::Row{row[1].get<std::int64_t>(), {row[2].get<std::string>(), row[3].get<std::string>()}});
}

}  // namespace

void SummaryParts::write(const SweepFolder& folder, const std::string& name, const Rows& rows) {
  if (rows.empty()) return;
  create_folders(folder_of_parts(folder));
  std::string text;
  for (const auto& [id, row] : rows)
    text += json{id, row.time, row.texts.summary, row.texts.timings}.dump() + "\n";
  write_file_atomically(folder_of_parts(folder) / (name + ".jsonl"), text, Sync::later);
}

std::optional<std::int64_t> SummaryParts::time_of(const SweepFolder& folder, const std::string& run_id) {
  std::error_code error;
  const auto time = fs::last_write_time(folder.run(run_id) / "manifest.json", error);
  if (error) return {};
  return std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()).count();
}

SummaryParts::SummaryParts(const SweepFolder& folder) : folder_(folder) {
  std::error_code ignored;
  for (fs::directory_iterator entry(folder_of_parts(folder), ignored), end; entry != end;
       entry.increment(ignored)) {
    const fs::path& file = entry->path();
    if (file.extension() != ".jsonl" || file.filename().string().starts_with('.')) continue;
    try {
      std::istringstream text(read_file(file, largest_part, ExitCode::output));
      for (std::string line; std::getline(text, line);) read_line(line, rows_);
    } catch (const Error&) {  // the folders of the runs have the same numbers
      continue;
    }
    files_.push_back(file);
  }
}

const SummaryRow* SummaryParts::find(const IndexedRun& run) const {
  const auto row = rows_.find(run.id);
  return row != rows_.end() && time_of(folder_, run.id) == row->second.time ? &row->second.texts : nullptr;
}

void SummaryParts::remove() const {
  std::error_code ignored;
  for (const fs::path& file : files_) fs::remove(file, ignored);
  fs::remove(folder_of_parts(folder_), ignored);  // succeeds only when it is empty
}

}  // namespace simbench
