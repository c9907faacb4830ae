#include "results/repetitions.h"
#include "tests/deformable/scene/small_scene.h"

using namespace simbench;
using namespace simbench::test;
using Catch::Contains;

namespace {

std::vector<RunResult> repetitions(const std::vector<double>& seconds) {
  std::vector<RunResult> results;
  for (const double each : seconds) {
    results.push_back(result_of(small_experiment("pd", {"step.iterations=3"})));
    results.back().iteration_seconds = each;
  }
  return results;
}

}  // namespace

TEST_CASE("The repetition with the median time is chosen, or the faster of the two in the middle") {
  CHECK(median_repetition(repetitions({3}), "pd") == 0);
  CHECK(median_repetition(repetitions({3, 1, 2}), "pd") == 2);
  CHECK(median_repetition(repetitions({4, 1, 3, 2}), "pd") == 3);
}

TEST_CASE("The message gives the number of a repetition that differs in a bit or in its rows") {
  std::vector<RunResult> results = repetitions({1, 2, 3});
  double& objective = *results[1].records.back().values.front();
  objective = std::nextafter(objective, 1.0);
  CHECK_THAT(error_text(ExitCode::check_failed, [&] { median_repetition(results, "pd"); }),
             Contains("pd: repetition 2 of 3 has other rows in iterations.csv"));
  results = repetitions({1, 2, 3});
  results[2].records.pop_back();
  CHECK_THAT(error_text(ExitCode::check_failed, [&] { median_repetition(results, "pd"); }),
             Contains("repetition 3 of 3"));
}

TEST_CASE("The spread is the range of the times as a share of their median") {
  CHECK(spread({2, 1, 4}) == Approx(1.5));
  CHECK(spread({2}) == 0);
  CHECK(spread({0, 0}) == 0);
}
