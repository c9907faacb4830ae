#include "simbench/fastest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "base/number_text.h"
#include "base/seconds_text.h"

namespace simbench {

namespace {

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// The standard deviation of a sample, relative to its mean.
double relative_deviation(const std::vector<double>& values) {
  const double centre = mean(values);
  double squares = 0;
  for (const double value : values) squares += (value - centre) * (value - centre);
  return std::sqrt(squares / static_cast<double>(values.size() - 1)) / centre;
}

// "1e-6" instead of the 1e-06 of number_text().
std::string error_text(double error) {
  std::string text = number_text(error);
  const std::size_t zero = text.find("e-0");
  return zero == std::string::npos ? text : text.erase(zero + 2, 1);
}

// "3.2 ± 0.1": rounded to the first digit of the deviation.
std::string ratio_text(const std::vector<double>& slow, const std::vector<double>& fast) {
  const double ratio = mean(slow) / mean(fast);
  // std::hypot needs glibc 2.35; the wheel is also for systems with 2.34.
  const double a = relative_deviation(slow), b = relative_deviation(fast);
  const double deviation = ratio * std::sqrt(a * a + b * b);
  const int decimals =
      deviation > 0 ? std::clamp(static_cast<int>(-std::floor(std::log10(deviation))), 0, 3) : 3;
  return fmt::format("{:.{}f} ± {:.{}f}", ratio, decimals, deviation, decimals);
}

}  // namespace

std::vector<std::string> fastest(double error, std::vector<TimesToError> solvers) {
  const auto behind = std::stable_partition(solvers.begin(), solvers.end(),
                                            [](const TimesToError& one) { return !one.seconds.empty(); });
  std::stable_sort(solvers.begin(), behind, [](const TimesToError& a, const TimesToError& b) {
    return mean(a.seconds) < mean(b.seconds);
  });
  const TimesToError& first = solvers.front();
  if (behind - solvers.begin() < 2 || mean(first.seconds) <= 0) return {};

  const bool is_repeated =
      std::all_of(solvers.begin(), behind, [](const TimesToError& one) { return one.seconds.size() > 1; });
  std::vector<std::string> lines;
  for (auto other = solvers.begin() + 1; other != behind; ++other) {
    lines.push_back(is_repeated
                        ? fmt::format("  {} times faster than {}", ratio_text(other->seconds, first.seconds),
                                      other->solver)
                        : fmt::format("  {} in {}", other->solver, seconds_text(mean(other->seconds))));
  }
  lines.front() = fmt::format("{} reached {} in {} of iterations,{}", first.solver, error_text(error),
                              seconds_text(mean(first.seconds)), lines.front().substr(1));
  std::string missing;
  for (auto other = behind; other != solvers.end(); ++other)
    missing += (missing.empty() ? "" : ", ") + other->solver;
  if (!missing.empty()) lines.push_back("  not reached by " + missing);
  if (!is_repeated) lines.push_back("  (each solver ran once; --repeat 10 shows how much times vary)");
  return lines;
}

}  // namespace simbench
