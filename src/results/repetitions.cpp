#include "results/repetitions.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "results/table.h"

namespace simbench {

std::size_t median_repetition(const std::vector<RunResult>& results, const std::string& name) {
  const std::string rows = iterations_csv(results.front());
  for (std::size_t i = 1; i < results.size(); ++i) {
    if (iterations_csv(results[i]) == rows) continue;
    throw Error(
        ExitCode::check_failed,
        fmt::format("{}: repetition {} of {} has other rows in iterations.csv than the first, so nothing is "
                    "written; the same build on the same scene must give the same numbers: test the "
                    "machine, or report it as a defect of simbench",
                    name, i + 1, results.size()));
  }
  std::vector<std::size_t> order(results.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return results[a].iteration_seconds < results[b].iteration_seconds;
  });
  return order[(order.size() - 1) / 2];
}

double spread(std::vector<double> seconds) {
  std::sort(seconds.begin(), seconds.end());
  const double median = seconds[(seconds.size() - 1) / 2];
  return median > 0 ? (seconds.back() - seconds.front()) / median : 0;
}

}  // namespace simbench
