#include "simbench/result_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "base/print_out.h"
#include "results/repetitions.h"

namespace simbench {

namespace {

struct TableColumn {
  std::string header;
  bool is_number = true;  // numbers are aligned on the right
  // The column with the smallest value is left out first if a line is too short; 0 is never left out.
  int leaves = 0;
  std::vector<std::string> cells = {};

  bool is_empty() const {
    return std::ranges::all_of(cells, [](const std::string& cell) { return cell.empty(); });
  }
};

// The width in characters; one of UTF-8 has a first byte and may have more.
std::size_t width_of(const std::string& text) {
  return std::ranges::count_if(text, [](unsigned char byte) { return (byte & 0xc0) != 0x80; });
}

std::size_t width_of(const TableColumn& column) {
  std::size_t width = column.header.size();
  for (const std::string& cell : column.cells) width = std::max(width, width_of(cell));
  return width;
}

constexpr std::size_t gap = 2;  // between columns

// Leaves out columns until the lines have at most `columns` characters.
void fit(std::vector<TableColumn>& table, int columns) {
  while (true) {
    std::size_t width = 0;
    for (const TableColumn& column : table) width += width_of(column) + gap;
    const auto first = std::ranges::min_element(table, {}, [](const TableColumn& column) {
      return column.leaves > 0 ? column.leaves : std::numeric_limits<int>::max();
    });
    if (width - gap <= static_cast<std::size_t>(columns) || first->leaves == 0) return;
    table.erase(first);
  }
}

void print_line(const std::vector<TableColumn>& table,
                const std::function<std::string(const TableColumn&)>& cell) {
  std::string line;
  for (const TableColumn& column : table) {
    const std::string text = cell(column), blanks(width_of(column) - width_of(text), ' ');
    if (!line.empty()) line.append(gap, ' ');
    line += column.is_number ? blanks + text : text + blanks;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  print_out("{}\n", line);
}

std::string number(const std::optional<double>& value, const char* format) {
  return value && std::isfinite(*value) ? fmt::format(fmt::runtime(format), *value) : "-";
}

int steps_of(const PlannedRun* planned) {
  return planned->experiment.length().steps;
}

// The columns that have something to say.
std::vector<TableColumn> table_of(const std::vector<PlannedRun*>& runs,
                                  const std::vector<std::string>& sparklines) {
  TableColumn solver{"solver", false}, step{"step"}, iterations{"iterations"},
      objective{"objective [J]", true, 6}, error{"relative error"}, milliseconds{"ms/iter.", true, 4},
      spread{"spread", true, 5}, setup{"set-up ms", true, 3}, curve{"error", false, 2},
      status{"status", false}, files{"files", false, 1};
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const PlannedRun* planned = runs[i];
    const RunResult& result = planned->done.result;
    const std::vector<double>& repeats = planned->done.environment.repeats;
    const Record& last = result.records.back();
    const int steps = steps_of(planned);
    solver.cells.push_back(planned->label);
    step.cells.push_back(steps > 1 ? fmt::format("{}/{}", last.step, steps) : "");
    iterations.cells.push_back(std::to_string(result.iterations));
    objective.cells.push_back(number(result.value(last, "objective"), "{:.9g}"));
    error.cells.push_back(number(result.value(last, "relative_error"), "{:.3e}"));
    milliseconds.cells.push_back(fmt::format(
        "{:.3f}", result.iterations > 0 ? 1000 * result.iteration_seconds / result.iterations : 0.0));
    spread.cells.push_back(repeats.size() > 1 ? fmt::format("{:.1f}%", 100 * simbench::spread(repeats)) : "");
    setup.cells.push_back(fmt::format("{:.1f}", 1000 * result.setup_seconds));
    curve.cells.push_back(i < sparklines.size() ? sparklines[i] : "");
    status.cells.emplace_back(to_string(result.status));
    files.cells.push_back(planned->folder.string());
  }
  std::vector<TableColumn> table = {solver, step,  iterations, objective, error, milliseconds,
                                    spread, setup, curve,      status,    files};
  std::erase_if(table, [](const TableColumn& column) { return column.is_empty(); });
  return table;
}

}  // namespace

void print_table(const std::vector<PlannedRun*>& runs, const std::vector<std::string>& sparklines,
                 int columns) {
  std::vector<TableColumn> table = table_of(runs, sparklines);
  fit(table, columns);
  print_line(table, [](const TableColumn& column) { return column.header; });
  for (std::size_t i = 0; i < runs.size(); ++i)
    print_line(table, [i](const TableColumn& column) { return column.cells[i]; });

  if (table.back().header != "files") {
    const std::filesystem::path output = runs.front()->folder.parent_path();
    print_out("The files of each run are in {}\n", (output / "<solver>").string());
    for (const PlannedRun* run : runs) {
      // A run that was cut short may be in another folder.
      if (run->folder != output / run->label)
        print_out("Those of {} are in {}\n", run->label, run->folder.string());
    }
  }
  const auto shows = [&](std::string_view header) {
    return std::ranges::any_of(table, [&](const TableColumn& column) { return column.header == header; });
  };
  if (shows("spread"))
    print_out(
        "ms/iter. is the median of the repetitions; spread is the range from the fastest to the slowest, in "
        "% of the median.\n");
  if (shows("step"))
    print_out(
        "Objective and relative error are values at the end of the given step; iterations.csv has every "
        "step.\n");
  for (const PlannedRun* run : runs) {
    const RunResult& result = run->done.result;
    const std::optional<double> error = result.value(result.records.back(), "relative_error");
    if (error && *error > 1)
      print_out("{} ends above its start: its iterations have increased the objective.\n", run->label);
  }
}

}  // namespace simbench
