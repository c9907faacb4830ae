#include <cmath>
#include <set>

#include "base/stop_signal.h"
#include "config/reader.h"
#include "config/writer.h"
#include "deformable/problem/implicit_euler.h"
#include "deformable/referee/minimum.h"
#include "deformable/referee/reference.h"
#include "deformable/trial/deformable_trial.h"
#include "tests/deformable/scene/small_scene.h"

using namespace simbench;
using namespace simbench::test;

namespace {

struct Outcome {
  RunResult result;
  std::vector<std::pair<int, int>> snapshots;  // step, iteration
  std::vector<Positions<double>> positions;    // of the snapshots
  std::size_t records = 0;                     // number of calls of the listener
};

// Runs a solver on the small beam, which is twisted and released.
Outcome go(const std::string& solver, const RunOptions& options = {}, std::vector<std::string> overrides = {},
           const Stop& stop = {}, int signal = 0) {
  overrides.insert(overrides.begin(), twist);
  const Experiment experiment = small_experiment(solver, overrides, options);
  const std::unique_ptr<PreparedScene> start = prepared(experiment);
  const std::unique_ptr<Trial> trial = experiment.trial(*start);
  Outcome outcome;
  RunListener listener;
  listener.record = [&](const Columns&, const Record&) {
    if (outcome.records++ == 0 && signal != 0) std::raise(signal);
  };
  listener.snapshot = [&](int step, int iteration) {
    outcome.snapshots.emplace_back(step, iteration);
    outcome.positions.push_back(dynamic_cast<const DeformableTrial&>(*trial).positions());
  };
  outcome.result = run(*trial, experiment.length(), options, {.cache = no_cache(), .stop = stop}, listener);
  CHECK(outcome.records == outcome.result.records.size());
  return outcome;
}

RunOptions recording_every(int iterations) {
  RunOptions options;
  options.record_every = iterations;
  return options;
}

RunOptions referring_to(ReferenceKind kind, double number = 0) {
  RunOptions options;
  options.reference = kind;
  options.reference_number = number;
  return options;
}

std::vector<int> recorded(const RunResult& result, int step = 1) {
  std::vector<int> iterations;
  for (const Record& record : result.records) {
    if (record.step == step) iterations.push_back(record.iteration);
  }
  return iterations;
}

std::optional<double> value(const Record& record, std::string_view metric) {
  return record.values.at(metric_columns().index(metric));
}

std::vector<double> column(const RunResult& result, std::string_view metric) {
  std::vector<double> values;
  for (const Record& record : result.records) values.push_back(value(record, metric).value());
  return values;
}

}  // namespace

TEST_CASE("Iteration 0 and the last one are always recorded") {
  CHECK(recorded(go("pd", recording_every(1), {"step.iterations=3"}).result) == std::vector{0, 1, 2, 3});
  CHECK(recorded(go("pd", recording_every(5)).result) == std::vector{0, 5, 10, 15, 20});
  CHECK(recorded(go("pd", recording_every(7)).result) == std::vector{0, 7, 14, 20});
  CHECK(recorded(go("pd", recording_every(1000)).result) == std::vector{0, 20});
  CHECK(recorded(go("pd", recording_every(3), {"step.iterations=0"}).result) == std::vector{0});
}

TEST_CASE("A solver that stops early ends with its last iterate") {
  const RunResult all = go("newton").result;
  CHECK(all.status == Status::converged);
  CHECK(all.iterations < 20);
  CHECK(all.records.back().iteration == all.iterations);
  CHECK(recorded(go("newton", recording_every(1000)).result) == std::vector{0, all.iterations});
}

TEST_CASE("An iterate whose objective is not finite has not converged") {
  const std::vector<std::string> overrides = {
      "step.integrator=explicit_euler", "material.stiffness=1e300",
      R"(start=[{"vertices": {"select": "all"}, "stretch": [1e10, 1, 1]}])"};
  const RunResult result = go("formula", recording_every(1), overrides).result;
  CHECK(result.status == Status::diverged);
  CHECK(result.message == "the objective or its gradient is not finite");
}

TEST_CASE("Recording changes nothing: the last row has the same bits for any number of records") {
  for (const SolverEntry& entry : solvers()) {
    INFO(entry.name);
    RunOptions closely = recording_every(1);
    closely.snapshot_every = 1;
    const Outcome all = go(std::string(entry.name), closely);
    RunOptions rarely = recording_every(1000);
    const Outcome few = go(std::string(entry.name), rarely);
    CHECK(all.result.records.back().values == few.result.records.back().values);
    CHECK(all.result.records.back().iteration == few.result.records.back().iteration);
    CHECK(all.result.status == few.result.status);
    CHECK(all.result.iterations == few.result.iterations);
    CHECK(few.snapshots.empty());
  }
}

TEST_CASE("Snapshots are taken when due, and of the last iterate") {
  RunOptions options;
  options.snapshot_every = 8;
  CHECK(go("pd", options).snapshots == std::vector<std::pair<int, int>>{{1, 0}, {1, 8}, {1, 16}, {1, 20}});
  options.snapshot_every = 10;
  CHECK(go("pd", options).snapshots == std::vector<std::pair<int, int>>{{1, 0}, {1, 10}, {1, 20}});
  options.snapshot_every = -1;
  const Outcome last = go("newton", options);
  REQUIRE(last.snapshots.size() == 1);
  CHECK(last.snapshots.front() == std::pair(1, last.result.iterations));
  options.snapshot_every = 1;  // newton stops early, and its last iterate has one snapshot
  const Outcome each = go("newton", options);
  REQUIRE(each.snapshots.size() == static_cast<std::size_t>(each.result.iterations) + 1);
  for (int i = 0; i <= each.result.iterations; ++i) CHECK(each.snapshots[i] == std::pair(1, i));
}

TEST_CASE("The snapshot and the row of the last iterate have the same positions") {
  RunOptions options;
  options.snapshot_every = -1;
  const Scene scene = small_scene({twist});
  const World world = world_of(scene);
  const IncrementalPotential<double> problem = step_problem(scene, world, world.start, 1);
  for (const char* solver : {"xpbd", "qn", "newton"}) {
    const Outcome outcome = go(solver, options);
    CHECK(problem.objective(outcome.positions.back()) ==
          Approx(value(outcome.result.records.back(), "objective").value()).epsilon(1e-13));
  }
}

TEST_CASE("Every step counts its iterations from 0 and begins where the last one ended") {
  RunOptions options = recording_every(15);
  options.snapshot_every = -1;
  const Outcome outcome = go("pd", options, {"step.steps=3", "gravity=[0,0,-9.81]"});
  for (const int step : {1, 2, 3}) CHECK(recorded(outcome.result, step) == std::vector{0, 15, 20});
  CHECK(outcome.result.iterations == 60);
  CHECK(outcome.result.references.size() == 3);
  CHECK(outcome.snapshots == std::vector<std::pair<int, int>>{{1, 20}, {2, 20}, {3, 20}});

  const Scene scene = small_scene({twist, "gravity=[0,0,-9.81]"});
  const World world = world_of(scene);
  const State first =
      Integrator::advanced(step_problem(scene, world, world.start, 1), world.start, outcome.positions[0]);
  const State second =
      Integrator::advanced(step_problem(scene, world, first, 2), first, outcome.positions[1]);
  const IncrementalPotential<double> third = step_problem(scene, world, second, 3);
  CHECK(value(outcome.result.records[6], "objective") == Approx(third.objective(third.inertial_positions)));
  CHECK(outcome.result.references[2].value().minimum == Approx(minimise(third).objective).epsilon(1e-10));
}

TEST_CASE("Times accumulate over the iterations, recorded or not") {
  const RunResult result = go("pd", recording_every(6), {"step.steps=2"}).result;
  CHECK(result.records.front().iteration_seconds == 0);
  CHECK(result.records.front().elapsed_seconds == 0);
  for (std::size_t i = 1; i < result.records.size(); ++i) {
    CHECK(result.records[i].elapsed_seconds >= result.records[i - 1].elapsed_seconds);
  }
  CHECK(result.records.back().elapsed_seconds == result.iteration_seconds);
  CHECK(result.setup_seconds > 0);
}

TEST_CASE("Relative errors refer to Newton's minimum and fall to 0") {
  const RunResult result = go("qn", {}, {"step.iterations=200"}).result;
  const double minimum = result.references.at(0).value().minimum;
  const std::vector<double> objective = column(result, "objective"), error = column(result, "relative_error");
  for (std::size_t i = 0; i < error.size(); ++i) {
    CHECK(error[i] == Approx((objective[i] - minimum) / (objective[0] - minimum)).margin(1e-14));
  }
  CHECK(error.front() == 1);
  CHECK(std::abs(error.back()) < 1e-10);
}

TEST_CASE("Without a reference there are no relative errors") {
  const RunResult result = go("pd", referring_to(ReferenceKind::none)).result;
  for (const Record& record : result.records) CHECK_FALSE(value(record, "relative_error"));
  CHECK_FALSE(result.references.at(0));
}

TEST_CASE("With a number as reference, an objective below it has a negative error") {
  const std::vector<double> objective = column(go("pd").result, "objective");
  const double number = objective[10];
  const RunResult result = go("pd", referring_to(ReferenceKind::number, number)).result;
  const std::vector<double> error = column(result, "relative_error");
  CHECK(error[10] == 0);
  CHECK(error[20] < 0);
  CHECK(error[20] == Approx((objective[20] - number) / (objective[0] - number)));
  CHECK(result.references.at(0).value().minimum == number);
}

TEST_CASE("A reference equal to the start leaves relative errors empty") {
  const std::vector<double> objective = column(go("pd").result, "objective");
  const RunOptions options = referring_to(ReferenceKind::number, objective[0]);
  for (const Record& record : go("pd", options).result.records) CHECK_FALSE(value(record, "relative_error"));
}

TEST_CASE("The reference best is the lowest objective of all solvers of a command") {
  RunResult slow = go("pd", referring_to(ReferenceKind::best), {"step.iterations=5"}).result;
  RunResult fast = go("newton", referring_to(ReferenceKind::best)).result;
  CHECK_FALSE(value(slow.records.back(), "relative_error"));
  measure_against_best({&slow, &fast});
  const std::vector<double> ours = column(slow, "objective"), best = column(fast, "objective");
  const double lowest = *std::min_element(best.begin(), best.end());
  CHECK(slow.references.at(0).value().minimum == lowest);
  CHECK(fast.references.at(0).value().minimum == lowest);
  CHECK(value(slow.records[5], "relative_error") == Approx((ours[5] - lowest) / (ours[0] - lowest)));
  CHECK(value(fast.records.back(), "relative_error") == 0);
}

TEST_CASE("Runs from the last positions and from q~ have relative errors in the same unit") {
  const std::vector<std::string> falls = {"gravity=[0,0,-9.81]", "step.time_step=0.1"};
  std::vector<std::string> from_previous = falls;
  from_previous.push_back("step.start=previous");
  const auto kind = GENERATE(ReferenceKind::newton, ReferenceKind::best);
  const auto precision = GENERATE(Precision::double_precision, Precision::single_precision);
  RunOptions options = referring_to(kind);
  options.precision = precision;
  RunResult inertial = go("qn", options, falls).result;
  RunResult previous = go("qn", options, from_previous).result;
  if (kind == ReferenceKind::best) measure_against_best({&inertial, &previous});
  CHECK(inertial.references.at(0).value().minimum == previous.references.at(0).value().minimum);
  const double minimum = inertial.references.at(0).value().minimum;
  const double unit = column(inertial, "objective").front() - minimum;
  CHECK(column(inertial, "relative_error").front() == 1);
  const std::vector<double> objectives = column(previous, "objective");
  const std::vector<double> errors = column(previous, "relative_error");
  REQUIRE(std::abs(objectives.front() - minimum - unit) > 1e-3 * unit);
  for (const int iteration : {0, 5})
    CHECK(errors[iteration] == Approx((objectives[iteration] - minimum) / unit).epsilon(1e-9));
}

TEST_CASE("A run stops when it reaches the target of the relative error") {
  RunOptions options;
  options.until_relative_error = 0.3;
  const RunResult result = go("pd", options).result;
  const std::vector<double> error = column(result, "relative_error");
  CHECK(result.status == Status::target_reached);
  CHECK(error.back() <= 0.3);
  CHECK(error[error.size() - 2] > 0.3);
  CHECK(result.records.back().iteration == result.iterations);
  options.record_every = 1000;
  CHECK(go("pd", options).result.iterations == result.iterations);
  options.until_relative_error = 1e-300;
  CHECK(go("pd", options).result.status == Status::max_iterations);
}

TEST_CASE("A run stops when its time is up, with its last iterate recorded") {
  RunOptions options = recording_every(1000);
  options.max_seconds = 1e-9;
  const RunResult result = go("pd", options, {"step.steps=3"}).result;
  CHECK(result.status == Status::timeout);
  CHECK(recorded(result) == std::vector{0, 1});
  CHECK(result.iterations == 1);
}

TEST_CASE("A signal ends a run after its iteration, with its last iterate recorded") {
  for (const int signal : StopSignal::signals) {
    const StopSignal stop_signal;
    const RunResult result = go("pd", recording_every(1000), {"step.steps=3"}, {}, signal).result;
    CHECK(result.status == (signal == SIGXCPU ? Status::timeout : Status::interrupted));
    CHECK(result.message == StopSignal::sentence());
    CHECK(recorded(result) == std::vector{0, 1});
  }
  CHECK(go("pd").result.status == Status::max_iterations);  // the signal does not affect the next run
}

TEST_CASE("A signal ends a run of many steps without iterations") {
  const StopSignal stop_signal;
  const std::vector<std::string> nothing = {"step.steps=9", "step.iterations=0"};
  const RunResult result = go("pd", referring_to(ReferenceKind::none), nothing, {}, SIGINT).result;
  CHECK(result.status == Status::interrupted);
  CHECK(result.records.size() == 1);
}

TEST_CASE("A signal during the search for a later reference keeps the rows of the earlier steps") {
  const StopSignal stop_signal;
  int found = 0;
  const auto note = [&](const std::string&) {
    if (++found == 2) std::raise(SIGINT);
  };
  const Experiment experiment = small_experiment("pd", {"step.steps=3", "step.iterations=2"});
  const std::unique_ptr<PreparedScene> start = prepared(experiment);
  const RunResult result = run(*experiment.trial(*start), experiment.length(), experiment.options,
                               {.cache = no_cache(), .note = note});
  CHECK(result.status == Status::interrupted);
  CHECK(recorded(result, 1) == std::vector{0, 1, 2});
  CHECK(recorded(result, 2).empty());
}

TEST_CASE("A signal or a timeout during the search for the first reference is an error") {
  CHECK_THROWS_AS(go("pd", {}, {}, Stop(1e-9)), Stopped);
  const Scene scene = small_scene({});
  const World world = world_of(scene);
  const StopSignal stop_signal;
  std::raise(SIGTERM);
  try {
    reference_minimum(step_problem(scene, world, world.start, 1), "", {no_cache()});
    FAIL("nothing was thrown");
  } catch (const Stopped& stopped) {
    CHECK(stopped.code() == ExitCode::terminated);
    CHECK(stopped.reason() == StopReason::signal);
  }
}

TEST_CASE("Positions that are not finite give a status of failure, not a crash") {
  for (const SolverEntry& entry : solvers()) {
    INFO(entry.name);
    const RunResult result = go(std::string(entry.name), referring_to(ReferenceKind::none),
                                {"initial_velocity=[1e308,0,0]", "step.time_step=10"})
                                 .result;
    CHECK((result.status == Status::diverged || result.status == Status::not_finite));
    CHECK(recorded(result).front() == 0);
    CHECK(result.iterations <= 1);
  }
}

TEST_CASE("A reference is a word or a finite number, and is written as it was read") {
  const auto read_again = [](const std::string& text) {
    RunOptions options;
    const auto describe = [&](config::Fields& fields) { options.describe(fields); };
    config::read(config::Document::parse(R"({"reference": )" + text + "}", "options"), describe);
    return config::write(describe)["reference"].dump();
  };
  for (const char* text : {"\"newton\"", "\"best\"", "\"none\"", "384537.25", "-1e-300"})
    CHECK(read_again(text) == text);
  CHECK(read_again("1e3") == "1000.0");
  for (const char* text : {"\"nan\"", "\"newtn\"", "\"\"", "\"1e3 J\"", "[1]"})
    CHECK_THROWS_AS(read_again(text), Error);
}

TEST_CASE("On newton's trajectory a step is the same problem for all solvers") {
  RunOptions own, newton;
  newton.trajectory = Trajectory::newton;
  newton.reference = GENERATE(ReferenceKind::newton, ReferenceKind::none);
  const std::vector<std::string> steps = {"step.steps=3", "step.iterations=4", "gravity=[0, 0, -9.81]"};
  const auto starts = [&](const char* solver, const RunOptions& options, std::vector<std::string> overrides) {
    std::vector<double> objectives;
    for (const Record& record : go(solver, options, std::move(overrides)).result.records) {
      if (record.iteration == 0) objectives.push_back(*value(record, "objective"));
    }
    return objectives;
  };
  const std::vector<double> of_newton = starts("newton", newton, steps);
  REQUIRE(of_newton.size() == 3);
  for (const char* solver : {"pbd", "xpbd", "pd", "admm", "qn", "vbd"}) {
    INFO(solver);
    CHECK(starts(solver, newton, steps) == of_newton);
    const std::vector<double> by_itself = starts(solver, own, steps);
    CHECK(by_itself[0] == of_newton[0]);
    CHECK(std::abs(by_itself[1] - of_newton[1]) > 1e-9 * of_newton[1]);
  }
  // Newton's own run takes the same path, but stops when f resolves no more progress. Its positions are then
  // accurate to about √ε.
  const std::vector<double> converged =
      starts("newton", own, {"step.steps=3", "step.iterations=100", steps[2]});
  for (int step = 0; step < 3; ++step) CHECK(converged[step] == Approx(of_newton[step]).epsilon(1e-6));
}
