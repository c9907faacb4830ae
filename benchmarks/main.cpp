// Milliseconds of an iteration of every solver, beside two measures taken in turns with it: the baseline (what published
// codes do, baseline.h) and the floor (what no code can avoid, floor.h). docs/performance.md says how to read it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fstream>
#include <limits>

#include "base/build_info.h"
#include "baseline.h"
#include "floor.h"
#include "rigid_chain.h"
#include "solver/minimum.h"

namespace simbench::benchmarks {

namespace {

using Json = nlohmann::json;
constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

struct Options {
  std::vector<std::string> beams = {"S", "T", "M", "L"}, cases, precisions = {"double", "single"};
  std::vector<int> threads = {1, 2};
  double seconds = 1;
  bool large = false;
  std::string json;
};

// How a solver runs.
struct Variant {
  Precision precision;
  int threads;
};

double least(const std::vector<double>& seconds) {
  return seconds.empty() ? no_value : *std::min_element(seconds.begin(), seconds.end());
}
double median(std::vector<double> seconds) {
  if (seconds.empty()) return no_value;
  const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
  std::nth_element(seconds.begin(), middle, seconds.end());
  return *middle;
}

using MakeSolver = std::function<std::unique_ptr<Solver<double>>()>;

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

// ‖q − q_baseline‖ over the way from the start after some iterations: the baseline must compute what we compute.
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

// An iteration of the baseline.
bool takes_minutes(const Beam& beam, const Case& which) {
  return (beam.name == "L" && which.solver == "newton") || beam.name == "X";
}

bool has_baseline(const Beam& beam, const Case& which, bool large) {
  return make_baseline(which) && (large || !takes_minutes(beam, which));
}

// A row for each variant.
Json measure(const Beam& beam, const Case& which, const std::vector<Variant>& variants,
             const Options& options) {
  const IncrementalPotential<double> problem = step_problem(beam, which);
  const Index tets = problem.potentials.front()->element_count();  // springs of the net
  const bool solves = which.solver == "pd" || which.solver == "admm" || which.solver == "qn";
  const bool rotates = which.solver != "newton" && (which.law == Law::strain || which.solver == "admm");
  const std::size_t factor = solves ? factor_size(problem) : 0;

  std::vector<Contestant> contestants;
  Json common = {{"beam", beam.name}, {"case", which.name}, {"tets", tets}, {"factor_size", factor}};
  const bool with_baseline = has_baseline(beam, which, options.large);
  if (with_baseline) {
    common["difference"] = difference(which, problem, takes_minutes(beam, which) ? 1 : 3);
    contestants.push_back(contestant(
        "baseline", 1, [&] { return make_baseline(which); }, problem));
  }
  const std::size_t first = contestants.size();
  for (const auto& [precision, threads] : variants) {
    const auto make = [&which, p = precision] { return make_solver(which, p); };
    contestants.push_back(contestant("ours", threads, make, problem));
    contestants.push_back(reading(factor, precision, threads));
    contestants.push_back(rotating(problem, precision, threads));
  }
  const int block =
      takes_minutes(beam, which) ? 1 : static_cast<int>(std::clamp<Index>(100000 / tets, 4, 50));
  race(contestants, block, options.seconds * static_cast<double>(variants.size() + 1));

  if (with_baseline) {
    common["baseline_ms"] = 1e3 * least(contestants[0].iterations);
    common["baseline_setup_ms"] = 1e3 * least(contestants[0].setups);
  }
  Json rows = Json::array();
  for (std::size_t i = 0; i < variants.size(); ++i) {
    const Contestant *ours = &contestants[first + 3 * i], *reading = ours + 1, *rotating = ours + 2;
    Json row = common;
    row["precision"] = variants[i].precision == Precision::double_precision ? "double" : "single";
    row["threads"] = variants[i].threads;
    row["iterations"] = ours->iterations.size();
    row["ms"] = 1e3 * least(ours->iterations);
    row["median_ms"] = 1e3 * median(ours->iterations);
    row["setup_ms"] = 1e3 * least(ours->setups);
    row["reading_ms"] = solves ? 1e3 * least(reading->iterations) : no_value;
    row["rotating_ms"] = rotates ? 1e3 * least(rotating->iterations) : no_value;
    if (rotates)
      row["floor_ms"] = 1e3 * (2 * (solves ? least(reading->iterations) : 0) + least(rotating->iterations));
    rows.push_back(row);
  }
  return rows;
}

// Peak memory [MB] of a process that builds the beam, begins the step and makes one iteration.
double memory(const Beam& beam, const Case& which, const MakeSolver& make) {
  return in_child([&]() -> Json {
    const IncrementalPotential<double> problem = step_problem(beam, which);
    const auto solver = make();
    solver->begin_step(problem);
    solver->iterate();
    return {{"MB", peak_memory()}};
  })["MB"];
}

void print_row(const Json& row) {
  const auto number = [&](const char* key) {
    return row.contains(key) && row[key].is_number() ? row[key].get<double>() : no_value;
  };
  const double ms = number("ms");
  const auto cell = [](double value, int width, int digits) {
    return std::isnan(value) ? fmt::format("{:>{}}", "-", width)
                             : fmt::format("{:{}.{}f}", value, width, digits);
  };
  fmt::print("{:4} {:16} {:6} {:7} {} {} {} {} {} {} {} {} {}\n", row["beam"].get<std::string>(),
             row["case"].get<std::string>(), row["precision"].get<std::string>(), row["threads"].get<int>(),
             cell(ms, 10, 3), cell(number("median_ms"), 10, 3), cell(1e6 * ms / number("tets"), 8, 1),
             cell(number("baseline_ms"), 11, 3), cell(number("baseline_ms") / ms, 6, 1),
             cell(number("floor_ms"), 9, 3), cell(ms / number("floor_ms"), 7, 1),
             cell(number("setup_ms"), 9, 1), cell(number("MB"), 7, 0));
  std::fflush(stdout);
}

Json benchmark(const Options& options) {
  const auto chosen = [](const std::vector<std::string>& names, std::string_view name) {
    return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
  };
  std::vector<Variant> variants;
  for (const std::string& precision : options.precisions)
    for (const int threads : options.threads)
      variants.push_back(
          {precision == "double" ? Precision::double_precision : Precision::single_precision, threads});

  fmt::print("{:4} {:16} {:6} {:7} {:>10} {:>10} {:>8} {:>11} {:>6} {:>9} {:>7} {:>9} {:>7}\n", "beam",
             "case", "real", "threads", "ms", "median", "ns/tet", "baseline ms", "ratio", "floor ms",
             "x floor", "set-up ms", "MB");
  Json rows = Json::array();
  for (const Beam& beam : beams()) {
    if (!chosen(options.beams, beam.name)) continue;
    for (const Case& which : cases()) {
      if (!goes_with(which, beam) || !chosen(options.cases, which.name)) continue;
      std::map<Precision, double> megabytes;
      for (const auto& [precision, threads] : variants)
        if (!megabytes.contains(precision))
          megabytes[precision] = memory(beam, which, [&, p = precision] { return make_solver(which, p); });
      Json measured = in_child([&] { return measure(beam, which, variants, options); });
      for (std::size_t i = 0; i < variants.size(); ++i) {
        measured[i]["MB"] = megabytes[variants[i].precision];
        if (has_baseline(beam, which, options.large) && i == 0)
          measured[i]["baseline_MB"] = memory(beam, which, [&] { return make_baseline(which); });
        print_row(measured[i]);
        rows.push_back(measured[i]);
      }
    }
  }
  if (chosen(options.beams, "R")) {
    for (const Json& row : measure_rigid_chain(options.seconds)) {
      print_row(row);
      rows.push_back(row);
    }
  }
  return rows;
}

// Objectives [J] known beforehand on these beams with strain, with the digits given.
bool check_physics() {
  struct Known {
    const char* beam;
    int iterations;  // of pd; 0: the minimum
    double objective, half_a_unit;
  };
  constexpr Known all[] = {
      {"S", 0, 2.89644e6, 5}, {"S", 100, 2.94643e6, 5}, {"M", 100, 2.3320e6, 50}, {"L", 40, 2.8521e6, 50}};
  bool holds = true;
  for (const auto& [name, iterations, objective, half_a_unit] : all) {
    const Beam& beam = *std::ranges::find(beams(), std::string_view(name), &Beam::name);
    const IncrementalPotential<double> problem = step_problem(beam, cases().front());
    double found = 0;
    if (iterations == 0) {
      found = minimise(problem).objective;
    } else {
      const auto pd =
          find_solver("pd")->make(*find_solver("pd")->default_settings(), Precision::double_precision);
      pd->begin_step(problem);
      for (int i = 0; i < iterations; ++i) pd->iterate();
      found = problem.objective(pd->positions());
    }
    const bool agrees = std::abs(found - objective) <= half_a_unit;
    holds &= agrees;
    fmt::print("{} {:18} {:.7g} J, known {:.6g}: {}\n", name,
               iterations == 0 ? "minimum" : fmt::format("PD, {} iterations", iterations), found, objective,
               agrees ? "agrees" : "DIFFERS");
  }
  return holds;
}

std::vector<std::string> names_of_cases() {
  std::vector<std::string> names;
  for (const Case& which : cases()) names.emplace_back(which.name);
  return names;
}

int run(int argc, char** argv) {
  Options options;
  bool check = false;
  CLI::App app("Milliseconds of an iteration of every solver, with the baseline and the floor beside it");
  app.add_option("--beam", options.beams, "of S, T, M, L and X, the net N, and the chain R of rigid boxes")
      ->delimiter(',')
      ->check(CLI::IsMember({"S", "T", "M", "L", "X", "N", "R"}))
      ->capture_default_str();
  app.add_option("--solver", options.cases, "default: all")
      ->delimiter(',')
      ->check(CLI::IsMember(names_of_cases()));
  app.add_option("--precision", options.precisions)
      ->delimiter(',')
      ->check(CLI::IsMember({"double", "single"}))
      ->capture_default_str();
  app.add_option("--threads", options.threads)
      ->delimiter(',')
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--seconds", options.seconds, "for each variant and the baseline")->capture_default_str();
  app.add_option("--json", options.json, "file for all that was measured");
  app.add_flag("--large", options.large, "baselines that take minutes, too: newton's on L, all on X");
  app.add_flag("--check", check, "only compare objectives with known ones; exit code 1 if one differs");
  CLI11_PARSE(app, argc, argv);
  if (check) return check_physics() ? 0 : 1;

  const Json rows = benchmark(options);
  const BuildInfo& build = build_info();
  const Json file = {
      {"build_id", build.build_id}, {"compiler", build.compiler}, {"flags", build.flags}, {"rows", rows}};
  if (!options.json.empty() && !(std::ofstream(options.json) << file.dump(1) << std::endl))
    throw std::runtime_error("cannot write " + options.json);
  return 0;
}

}  // namespace

}  // namespace simbench::benchmarks

int main(int argc, char** argv) {
  try {
    return simbench::benchmarks::run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 1;
  }
}
