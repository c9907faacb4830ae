#include "sweep/run_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <unordered_set>
#include <utility>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/number_text.h"
#include "base/sha256.h"
#include "base/split.h"
#include "sweep/collapse.h"
#include "sweep/combinations.h"

namespace simbench {

namespace {

constexpr std::string_view index_header = "run_id,combination,preparation,derived_from,time_unit,declined";
constexpr std::size_t largest_index = std::size_t{1} << 32;  // [bytes]

// The text up to the next comma, which it removes with the comma.
std::string_view next_cell(std::string_view& line) {
  const std::size_t comma = std::min(line.find(','), line.size());
  const std::string_view cell = line.substr(0, comma);
  line.remove_prefix(std::min(comma + 1, line.size()));
  return cell;
}

bool read_row(std::string_view line, IndexedRun& run) {
  run.id = next_cell(line);
  const std::string_view number = next_cell(line);
  run.preparation = next_cell(line);
  run.source = next_cell(line);
  const std::string_view unit = next_cell(line);
  if (!unit.empty()) run.time_unit = parse_number(unit).value_or(0);
  run.declined = line;  // the rest, which may have commas
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), run.combination);
  return error == std::errc() && end == number.data() + number.size() && !run.id.empty() && run.time_unit > 0;
}

}  // namespace

RunIndex RunIndex::of(const Plan& plan, SharedObjects& shared, const std::function<void(SweepRun&&)>& visit) {
  RunIndex index;
  std::unordered_set<std::string> ids;
  Sources sources;
  const Combinations combinations(plan);
  for (std::size_t number = 0; number < combinations.size(); ++number) {
    if (combinations.is_excluded(number)) continue;
    SweepRun run = plan.run(combinations, number, shared);
    if (!ids.insert(run.id).second) continue;
    if (plan.collapse) sources.find_source(run);
    index.runs_.push_back(run);
    if (visit) visit(std::move(run));
  }
  if (index.runs_.empty()) throw Error(ExitCode::usage, "the plan excludes every run");
  return index;
}

RunIndex RunIndex::read(const std::filesystem::path& file) {
  const std::string text = read_file(file, largest_index, ExitCode::output);
  RunIndex index;
  std::string_view rest = text;
  bool is_header = true, is_good = text.ends_with('\n');
  while (is_good && !rest.empty()) {
    const std::size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end + 1);
    is_good =
        std::exchange(is_header, false) ? line == index_header : read_row(line, index.runs_.emplace_back());
  }
  if (!is_good || index.runs_.empty())
    throw Error(ExitCode::output,
                fmt::format("{}: damaged; simbench sweep PLAN --output {} --plan writes it again",
                            file.string(), file.parent_path().string()));
  return index;
}

std::string RunIndex::text() const {
  std::string text = std::string(index_header) + "\n";
  for (const IndexedRun& run : runs_) {
    text += fmt::format("{},{},{},{},{},{}\n", run.id, run.combination, run.preparation, run.source,
                        run.source.empty() ? "" : number_text(run.time_unit), run.declined);
  }
  return text;
}

bool RunIndex::is_one(std::string_view text) {
  return text.starts_with(index_header);
}

std::string RunIndex::hash() const {
  Sha256 ids;
  for (const IndexedRun& run : runs_) ids.update(run.id);
  return ids.hex();
}

}  // namespace simbench
