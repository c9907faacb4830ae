#include "measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "baseline.h"
#include "floor.h"
#include "math/parallel.h"
#include "yardstick.h"

namespace simbench::benchmarks {

namespace {

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
  const double off = (ours->positions() - baseline->positions()).norm();
  const double moved = (baseline->positions() - problem.inertial_positions).norm();
  const double result = off == 0 ? 0 : off / moved;  // explicit Euler does not move from its start
  if (!(result < 1e-8))
    throw std::runtime_error(fmt::format("{} differs from its baseline by {:.1e}", which.name, result));
  return result;
}

// The solver whose floor is that of the case.
std::string_view kind_of(const Case& which) {
  return which.compared_with.empty() ? which.solver : which.compared_with;
}

// What an iteration must read twice: the factor of a solver that keeps one. bfgs reads and writes a triangle
// of its dense matrix instead.
std::size_t numbers_read_twice(const Case& which, const IncrementalPotential<double>& problem) {
  const std::string_view kind = kind_of(which);
  if (kind == "pd" || kind == "admm" || kind == "qn") return factor_size(problem);
  const auto unknowns = static_cast<std::size_t>(3 * problem.vertex_count());
  return kind == "bfgs" ? unknowns * (unknowns + 1) / 2 : 0;
}

// How many rotations an iteration needs for each tet. vbd needs one whenever a vertex of the tet moves.
// Solvers whose time is mostly that of a new matrix in each iteration have no floor.
int rotations_per_tet(const Case& which) {
  constexpr std::array without = {"newton", "xpbd_global", "kkt"};
  if (std::ranges::find(without, kind_of(which)) != without.end()) return 0;
  if (which.formula != StepFormula::none) return which.formula == StepFormula::symplectic_euler ? 1 : 0;
  if (which.law == Law::strain || which.law == Law::mixed) return kind_of(which) == "vbd" ? 4 : 1;
  return which.name == "admm_neo_hookean" ? 1 : 0;
}

// Whether one iteration of the baseline takes minutes.
bool takes_minutes(const Beam& beam, const Case& which) {
  return (beam.name == "L" && which.solver == "newton") || beam.name == "X" || beam.name == "Z";
}

}  // namespace

bool has_baseline(const Beam& beam, const Case& which, bool with_slow_baselines) {
  return which.compared_with.empty() && make_baseline(which) &&
         (with_slow_baselines || !takes_minutes(beam, which));
}

Json measure(const Beam& beam, const Case& which, const std::vector<Variant>& variants, double seconds,
             bool with_slow_baselines) {
  const IncrementalPotential<double> problem = step_problem(beam, which);
  Index tets = 0;  // or springs of the net, elements of the cloth and the mixed body
  for (const auto& potential : problem.potentials) tets += potential->element_count();
  const std::size_t read_twice = numbers_read_twice(which, problem);
  const bool solves = read_twice > 0;
  const int rotations = rotations_per_tet(which);
  Json common = {{"beam", beam.name}, {"case", which.name}, {"tets", tets}, {"factor_size", read_twice}};
  const bool with_baseline = has_baseline(beam, which, with_slow_baselines);
  if (with_baseline) common["difference"] = difference(which, problem, takes_minutes(beam, which) ? 1 : 3);
  std::vector<Contestant> contestants = {
      with_baseline ? contestant(
                          "baseline", 1, [&] { return make_baseline(which); }, problem)
                    : decompositions()};
  const std::size_t per_variant = which.compared_with.empty() ? 3 : 4;
  for (const auto& [precision, threads] : variants) {
    const auto make = [&which, p = precision] { return make_solver(which, p); };
    contestants.push_back(contestant("ours", threads, make, problem));
    contestants.push_back(reading(read_twice, precision, threads));
    contestants.push_back(rotating(problem, precision, threads));
    if (per_variant == 4) {
      const auto compared = [&which, p = precision] { return make_compared(which, p); };
      contestants.push_back(contestant("compared", threads, compared, problem));
    }
  }
  const int block =
      takes_minutes(beam, which) ? 1 : static_cast<int>(std::clamp<Index>(100000 / tets, 4, 50));
  race(contestants, block, seconds * static_cast<double>(variants.size() + 1));

  const Contestant& yardstick = contestants.front();
  if (with_baseline) {
    common["baseline_ms"] = 1e3 * shortest(yardstick.iterations);
    common["baseline_setup_ms"] = 1e3 * shortest(yardstick.setups);
  }
  Json rows = Json::array();
  for (std::size_t i = 0; i < variants.size(); ++i) {
    const Contestant *ours = &contestants[1 + per_variant * i], *reading = ours + 1, *rotating = ours + 2;
    Json row = common;
    row["precision"] = variants[i].precision == Precision::double_precision ? "double" : "single";
    write_times(row, *ours, yardstick);
    if (per_variant == 4) row["compared_median_ms"] = 1e3 * median(ours[3].iterations);
    row["next_setup_ms"] = 1e3 * setup_of_next_step([&] { return make_solver(which, variants[i].precision); },
                                                    variants[i].threads, problem);
    row["reading_ms"] = solves ? 1e3 * shortest(reading->iterations) : no_value;
    row["rotating_ms"] = rotations > 0 ? 1e3 * shortest(rotating->iterations) : no_value;
    if (rotations > 0 || solves)
      row["floor_ms"] = 1e3 * ((solves ? 2 * shortest(reading->iterations) : 0) +
                               rotations * shortest(rotating->iterations));
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
