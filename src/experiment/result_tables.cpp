#include "experiment/result_tables.h"

#include <fmt/format.h>

#include <cmath>

#include "base/number_text.h"
#include "base/split.h"
#include "base/units.h"
#include "experiment/metrics.h"

namespace simbench {

namespace {

// The contract's columns come first, the step after them, then the rest.
constexpr std::string_view step_follows = "inverted_tets";

// A cell: a finite number, or nothing where there is none.
void append_cell(std::string& text, const std::optional<double>& value) {
  if (value && std::isfinite(*value)) append_number(text, *value);
}

}  // namespace

std::string iterations_csv(const RunResult& result) {
  std::string text = "iteration";
  for (const Metric& metric : metrics()) {
    text += "," + std::string(metric.name);
    if (metric.name == step_follows) text += ",step";
  }
  text += '\n';
  for (const Record& record : result.records) {
    append_number(text, record.iteration);
    for (std::size_t i = 0; i < metrics().size(); ++i) {
      text += ',';
      append_cell(text, record.values[i]);
      if (metrics()[i].name == step_follows) {
        text += ',';
        append_number(text, record.step);
      }
    }
    text += '\n';
  }
  return text;
}

std::string timings_csv(const RunResult& result) {
  std::string text = "iteration,iteration_seconds,elapsed_seconds,step\n";
  for (const Record& record : result.records) {
    append_number(text, record.iteration);
    text += ',';
    append_number(text, record.iteration_seconds);
    text += ',';
    append_number(text, record.elapsed_seconds);
    text += ',';
    append_number(text, record.step);
    text += '\n';
  }
  return text;
}

std::string csv_in_time_unit(std::string_view csv, double time_unit) {
  std::string text;
  std::vector<std::string_view> units;
  for (const std::string_view line : lines_of(csv)) {
    const std::vector<std::string_view> cells = split(line, ',');
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (text.find('\n') == std::string::npos) {  // the header
        const Metric* metric = find_metric(cells[i]);
        units.push_back(metric ? metric->unit : "1");
        text += cells[i];
      } else if (const std::optional<double> value = parse_number(cells[i])) {
        append_cell(text, in_time_unit(*value, units.at(i), time_unit));
      }
      text += i + 1 < cells.size() ? ',' : '\n';
    }
  }
  return text;
}

std::string without_times(std::string_view csv) {
  std::string text;
  for (const std::string_view line : lines_of(csv)) {
    const std::vector<std::string_view> cells = split(line, ',');
    const bool header = text.empty();
    text += header ? std::string(line) : fmt::format("{},,,{}", cells.front(), cells.back());
    text += '\n';
  }
  return text;
}

}  // namespace simbench
