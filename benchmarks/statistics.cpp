#include "statistics.h"

#include <algorithm>
#include <cmath>

namespace simbench::benchmarks {

namespace {

std::vector<double> sorted(std::vector<double> numbers) {
  std::erase_if(numbers, [](double number) { return std::isnan(number); });
  std::ranges::sort(numbers);
  return numbers;
}

// Linear between neighbours, as numpy's default.
double quantile(const std::vector<double>& ascending, double share) {
  if (ascending.empty()) return no_value;
  const double place = share * static_cast<double>(ascending.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, ascending.size() - 1);
  return std::lerp(ascending[below], ascending[above], place - static_cast<double>(below));
}

}  // namespace

double shortest(const std::vector<double>& seconds) {
  return quantile(sorted(seconds), 0);
}

double median(std::vector<double> seconds) {
  return quantile(sorted(std::move(seconds)), 0.5);
}

std::array<double, 3> quartiles(std::vector<double> seconds) {
  const std::vector<double> ascending = sorted(std::move(seconds));
  return {quantile(ascending, 0.25), quantile(ascending, 0.5), quantile(ascending, 0.75)};
}

void write_times(Json& row, const Contestant& ours, const Contestant& yardstick) {
  const auto [lower, middle, upper] = quartiles(ours.blocks);
  std::vector<double> ratios;
  for (std::size_t turn = 0; turn < std::min(ours.blocks.size(), yardstick.blocks.size()); ++turn)
    ratios.push_back(ours.blocks[turn] / yardstick.blocks[turn]);
  row["threads"] = ours.threads;
  row["iterations"] = ours.iterations.size();
  row["ms"] = 1e3 * shortest(ours.iterations);
  row["median_ms"] = 1e3 * median(ours.iterations);
  row["blocks"] = ours.blocks.size();
  row["quartiles_ms"] = {1e3 * lower, 1e3 * middle, 1e3 * upper};
  row["yardstick"] = yardstick.name;
  row["yardstick_ms"] = 1e3 * median(yardstick.iterations);
  row["relative"] = quartiles(ratios);
  row["setup_ms"] = 1e3 * shortest(ours.setups);
}

}  // namespace simbench::benchmarks
