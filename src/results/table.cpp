#include "results/table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/atomic_file.h"
#include "base/counted.h"
#include "base/error.h"
#include "base/number_text.h"
#include "base/split.h"
#include "base/units.h"

namespace simbench {

namespace {

constexpr std::size_t largest_table = std::size_t{1} << 40;  // [bytes]

// Appends a line of iterations.csv. The column "step" is in the middle of the trial's columns.
template <class AppendColumn>
void append_line(std::string& text, const Columns& columns, std::string_view iteration, std::string_view step,
                 const AppendColumn& append_column) {
  text += iteration;
  for (std::size_t i = 0; i <= columns.list.size(); ++i) {
    if (i == columns.before_step) text.append(",").append(step);
    if (i == columns.list.size()) break;
    text += ',';
    append_column(i);
  }
  text += '\n';
}

}  // namespace

std::string iterations_csv(const RunResult& result) {
  const Columns& columns = result.columns;
  std::string text;
  append_line(text, columns, "iteration", "step", [&](std::size_t i) { text += columns.list[i].name; });
  for (const Record& record : result.records) {
    append_line(text, columns, std::to_string(record.iteration), std::to_string(record.step),
                [&](std::size_t i) {
                  if (const std::optional<double>& value = record.values[i]) text += cell_text(*value);
                });
  }
  return text;
}

std::string timings_csv(const RunResult& result) {
  std::string text = "iteration,iteration_seconds,elapsed_seconds,step\n";
  for (const Record& record : result.records) {
    text += fmt::format("{},{},{},{}\n", record.iteration, number_text(record.iteration_seconds),
                        number_text(record.elapsed_seconds), record.step);
  }
  return text;
}

Table Table::read(const std::filesystem::path& file) {
  Table table;
  table.text_ = std::make_shared<const std::string>(read_file(file, largest_table));
  for (const std::string_view line : lines_of(*table.text_)) {
    const std::vector<std::string_view> cells = split(line, ',');
    if (table.header_.empty()) {
      table.header_ = cells;
    } else if (cells.size() == table.header_.size()) {
      table.cells_.insert(table.cells_.end(), cells.begin(), cells.end());
    } else {
      throw Error(ExitCode::usage,
                  fmt::format("{}: row {} has {}, the header {}", file.string(), table.rows() + 1,
                              counted(cells.size(), "cell"), table.header_.size()));
    }
  }
  if (table.cells_.empty()) throw Error(ExitCode::usage, file.string() + ": there are no rows");
  return table;
}

std::optional<double> Table::number(std::size_t row, std::size_t column) const {
  return parse_number(cell(row, column));
}

std::size_t Table::column(std::string_view name) const {
  const auto found = std::find(header_.begin(), header_.end(), name);
  if (found == header_.end()) throw Error(ExitCode::output, fmt::format("there is no column '{}'", name));
  return static_cast<std::size_t>(found - header_.begin());
}

std::string csv_in_time_unit(const Table& iterations, const Columns& columns, double time_unit) {
  std::vector<std::string_view> units;
  for (const std::string_view name : iterations.header()) {
    const auto column = std::find_if(columns.list.begin(), columns.list.end(),
                                     [&](const Column& candidate) { return candidate.name == name; });
    units.push_back(column == columns.list.end() ? "1" : column->unit);
  }
  std::string text = fmt::format("{}\n", fmt::join(iterations.header(), ","));
  for (std::size_t row = 0; row < iterations.rows(); ++row) {
    for (std::size_t column = 0; column < units.size(); ++column) {
      if (column > 0) text += ',';
      if (const std::optional<double> value = iterations.number(row, column))
        text += cell_text(in_time_unit(*value, units[column], time_unit));
    }
    text += '\n';
  }
  return text;
}

std::string csv_without_times(const Table& timings) {
  std::string text = fmt::format("{}\n", fmt::join(timings.header(), ","));
  for (std::size_t row = 0; row < timings.rows(); ++row)
    text += fmt::format("{},,,{}\n", timings.cell(row, 0), timings.cell(row, timings.header().size() - 1));
  return text;
}

}  // namespace simbench
