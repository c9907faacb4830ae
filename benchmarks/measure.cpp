#include "measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "baseline.h"
#include "floor.h"
#include "math/parallel.h"

namespace simbench::benchmarks {

namespace {

double shortest(const std::vector<double>& seconds) {
  return seconds.empty() ? no_value : *std::min_element(seconds.begin(), seconds.end());
}
double median(std::vector<double> seconds) {
  if (seconds.empty()) return no_value;
  const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
  std::nth_element(seconds.begin(), middle, seconds.end());
  return *middle;
}

Contestant contestant(std::string name, int threads, const MakeSolver& make,
                      const IncrementalPotential<double>& problem) {
  const auto solver = std::make_shared<std::unique_ptr<Solver<double>>>();
  return {.name = std::move(name),
          .threads = threads,
          .begin =
              [=, &problem] {
                solver->reset();
                *solver = make();
                if (const auto failure = (*solver)->begin_step(problem))
                  throw std::runtime_error(failure->reason);
              },
          .iterate = [solver] { return !(*solver)->iterate().stop; }};
}

// The shortest set-up [s] of a step after the first one, which has the same matrix.
double setup_of_next_step(const MakeSolver& make, int threads, const IncrementalPotential<double>& problem) {
  const ThreadScope scope(threads);
  const auto solver = make();
  solver->begin_step(problem);
  std::vector<double> seconds;
  for (int step = 0; step < 5; ++step) {
    const auto begin = std::chrono::steady_clock::now();
    solver->begin_step(problem);
    seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  return shortest(seconds);
}

// ‖q − q_baseline‖ divided by the distance from the start, after some iterations. The baseline must compute
// the same iterates as our solver.
double difference(const Case& which, const IncrementalPotential<double>& problem, int iterations) {
  const auto ours = make_solver(which, Precision::double_precision), baseline = make_baseline(which);
  for (Solver<double>* solver : {ours.get(), baseline.get()}) {
    solver->begin_step(problem);
    for (int i = 0; i < iterations; ++i) solver->iterate();
  }
  const double result = (ours->positions() - baseline->positions()).norm() /
                        (baseline->positions() - problem.inertial_positions).norm();
  if (!(result < 1e-8))
    throw std::runtime_error(fmt::format("{} differs from its baseline by {:.1e}", which.name, result));
  return result;
}

// Whether one iteration of the baseline takes minutes.
bool takes_minutes(const Beam& beam, const Case& which) {
  return (beam.name == "L" && which.solver == "newton") || beam.name == "X";
}

}  // namespace

bool has_baseline(const Beam& beam, const Case& which, bool with_slow_baselines) {
  return which.compared_with.empty() && make_baseline(which) &&
         (with_slow_baselines || !takes_minutes(beam, which));
}

Json measure(const Beam& beam, const Case& which, const std::vector<Variant>& variants, double seconds,
             bool with_slow_baselines) {
  const IncrementalPotential<double> problem = step_problem(beam, which);
  const Index tets = problem.potentials.front()->element_count();  // or springs of the net
  const std::string_view kind = which.compared_with.empty() ? which.solver : which.compared_with;
  const bool solves = kind == "pd" || kind == "admm" || kind == "qn";
  const bool rotates = kind != "newton" && (which.law == Law::strain || which.solver == "admm");
  const std::size_t factor = solves ? factor_size(problem) : 0;

  std::vector<Contestant> contestants;
  Json common = {{"beam", beam.name}, {"case", which.name}, {"tets", tets}, {"factor_size", factor}};
  const bool with_baseline = has_baseline(beam, which, with_slow_baselines);
  if (with_baseline) {
    common["difference"] = difference(which, problem, takes_minutes(beam, which) ? 1 : 3);
    contestants.push_back(contestant(
        "baseline", 1, [&] { return make_baseline(which); }, problem));
  }
  const std::size_t first = contestants.size();
  const std::size_t per_variant = which.compared_with.empty() ? 3 : 4;
  for (const auto& [precision, threads] : variants) {
    const auto make = [&which, p = precision] { return make_solver(which, p); };
    contestants.push_back(contestant("ours", threads, make, problem));
    contestants.push_back(reading(factor, precision, threads));
    contestants.push_back(rotating(problem, precision, threads));
    if (per_variant == 4) {
      const auto compared = [&which, p = precision] { return make_compared(which, p); };
      contestants.push_back(contestant("compared", threads, compared, problem));
    }
  }
  const int block =
      takes_minutes(beam, which) ? 1 : static_cast<int>(std::clamp<Index>(100000 / tets, 4, 50));
  race(contestants, block, seconds * static_cast<double>(variants.size() + 1));

  if (with_baseline) {
    common["baseline_ms"] = 1e3 * shortest(contestants[0].iterations);
    common["baseline_setup_ms"] = 1e3 * shortest(contestants[0].setups);
  }
  Json rows = Json::array();
  for (std::size_t i = 0; i < variants.size(); ++i) {
    const Contestant *ours = &contestants[first + per_variant * i], *reading = ours + 1, *rotating = ours + 2;
    Json row = common;
    row["precision"] = variants[i].precision == Precision::double_precision ? "double" : "single";
    row["threads"] = variants[i].threads;
    row["iterations"] = ours->iterations.size();
    row["ms"] = 1e3 * shortest(ours->iterations);
    row["median_ms"] = 1e3 * median(ours->iterations);
    if (per_variant == 4) row["compared_median_ms"] = 1e3 * median(ours[3].iterations);
    row["setup_ms"] = 1e3 * shortest(ours->setups);
    row["next_setup_ms"] = 1e3 * setup_of_next_step([&] { return make_solver(which, variants[i].precision); },
                                                    variants[i].threads, problem);
    row["reading_ms"] = solves ? 1e3 * shortest(reading->iterations) : no_value;
    row["rotating_ms"] = rotates ? 1e3 * shortest(rotating->iterations) : no_value;
    if (rotates)
      row["floor_ms"] =
          1e3 * (2 * (solves ? shortest(reading->iterations) : 0) + shortest(rotating->iterations));
    rows.push_back(row);
  }
  return rows;
}

double memory(const Beam& beam, const Case& which, const MakeSolver& make) {
  return in_child([&]() -> Json {
    const IncrementalPotential<double> problem = step_problem(beam, which);
    const auto solver = make();
    solver->begin_step(problem);
    solver->iterate();
    return {{"MB", peak_memory()}};
  })["MB"];
}

}  // namespace simbench::benchmarks
