#include "experiment/run.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "experiment/metrics.h"

namespace simbench {

namespace {

// Seconds that `work` takes; none where a clock, steady by its name, jumps back (as after a virtual machine has moved).
template <class Work>
double seconds_of(const Work& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::max(0.0, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
}

// f* of a step; and in `next_start`, unless it is null, the positions of Newton's minimum if it found one.
std::optional<Reference> step_reference(const Scene& scene, const RunOptions& options,
                                        const IncrementalPotential<double>& problem, const Cache& cache,
                                        const RunListener& listener, Positions<double>* next_start) {
  std::optional<Reference> newton;
  if (options.reference.kind == ReferenceChoice::Kind::newton || next_start) {
    newton = reference_minimum(problem, resolved(scene, {})["material"].dump(), cache, listener.note,
                               listener.stop, next_start);
  }
  switch (options.reference.kind) {
    case ReferenceChoice::Kind::newton:
      return newton;
    case ReferenceChoice::Kind::number:
      return Reference{options.reference.number, {}};
    case ReferenceChoice::Kind::best:
    case ReferenceChoice::Kind::none:
      return {};
  }
  return {};
}

std::optional<double> minimum_of(const std::optional<Reference>& reference) {
  return reference ? std::optional(reference->minimum) : std::nullopt;
}

Status status_of(StopReason reason) {
  return reason == StopReason::signal ? Status::interrupted : Status::timeout;
}

// One time step of a run.
class StepRun {
 public:
  StepRun(Solver<double>& solver, const IncrementalPotential<double>& problem, int step,
          const RunOptions& options, const RunListener& listener, RunResult& result)
      : solver_(solver),
        problem_(problem),
        step_(step),
        options_(options),
        listener_(listener),
        result_(result),
        observer_(problem, minimum_of(result.references.back())) {}

  // Returns how the step ended.
  Status go(int iterations) {
    std::optional<Failure> failure;
    result_.setup_seconds += seconds_of([&] { failure = solver_.begin_step(problem_); });
    record(0, {}, 0);
    snapshot(0, iterations == 0 || failure);
    if (failure) {
      result_.message = failure->reason;
      return failure->status;
    }
    if (!objective_is_finite()) return diverged("the objective is not finite where the step begins");
    for (int iteration = 1; iteration <= iterations; ++iteration) {
      if (const std::optional<Status> status = iterate(iteration, iteration == iterations)) return *status;
    }
    return Status::max_iterations;
  }

 private:
  // Does and looks at one iteration; the status if it was the last.
  std::optional<Status> iterate(int iteration, bool last) {
    IterationReport report;
    const double seconds = seconds_of([&] { report = solver_.iterate(); });
    // A solver that stops without a step has done no iteration: its iterate is the one before.
    if (report.stop) {
      finish(iteration - 1);
      if (*report.stop == Status::not_spd)
        result_.message = failure_of(MatrixDefect::not_positive_definite).reason;
      if (*report.stop == Status::not_finite) result_.message = failure_of(MatrixDefect::not_finite).reason;
      if (*report.stop == Status::diverged) return diverged("the search direction or its step is not finite");
      return report.stop;
    }
    result_.iteration_seconds += seconds;
    ++result_.iterations;

    std::optional<Status> status;
    if (!solver_.positions().allFinite()) {
      status = diverged("the positions are not finite");
    } else if (const std::optional<StopReason> reason = listener_.stop.reason()) {
      status = status_of(*reason);
      result_.message = listener_.stop.sentence();
    } else if (options_.max_seconds && result_.iteration_seconds >= *options_.max_seconds) {
      status = Status::timeout;
    }
    if (status || last || iteration % options_.record_every == 0) {
      record(iteration, report, seconds);
      if (!status && !objective_is_finite()) status = diverged("the objective is not finite");
      if (!status && target_reached()) status = Status::target_reached;
    }
    snapshot(iteration, status || last);
    latest_ = {report, seconds};
    return status;
  }

  // Makes sure that the last iterate is recorded.
  void finish(int iteration) {
    if (result_.records.back().step != step_ || result_.records.back().iteration != iteration) {
      record(iteration, latest_.report, latest_.seconds);
    }
    snapshot(iteration, true);
  }

  void record(int iteration, IterationReport report, double seconds) {
    if (iteration > 0) solver_.complete(report);
    Record row{step_, iteration, observer_.observe(solver_.positions(), report), seconds,
               result_.iteration_seconds};
    listener_.record(row);
    result_.records.push_back(std::move(row));
  }

  void snapshot(int iteration, bool last) {
    if (options_.snapshot_every == 0 || iteration == last_snapshot_) return;
    if (!solver_.positions().allFinite()) return;  // there is nothing to see, and viewers cannot read it
    const bool due = options_.snapshot_every > 0 && iteration % options_.snapshot_every == 0;
    if (!due && !last) return;
    listener_.snapshot(step_, iteration, solver_.positions());
    last_snapshot_ = iteration;
  }

  Status diverged(const char* message) {
    result_.message = message;
    return Status::diverged;
  }

  bool objective_is_finite() const {
    return std::isfinite(result_.records.back().values[metric_index("objective")].value());
  }

  bool target_reached() const {
    const std::optional<double> error = result_.records.back().values[metric_index("relative_error")];
    return options_.until_relative_error && error && *error <= *options_.until_relative_error;
  }

  struct Latest {
    IterationReport report;
    double seconds = 0;
  };

  Solver<double>& solver_;
  const IncrementalPotential<double>& problem_;
  int step_;
  const RunOptions& options_;
  const RunListener& listener_;
  RunResult& result_;
  Observer observer_;
  Latest latest_;  // the last iteration, in case the next one turns out to be none
  int last_snapshot_ = -1;
};

}  // namespace

void RunOptions::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 2> words = {"double", "single"};
  std::string precision_word(words[precision == Precision::single_precision]);
  static constexpr std::array<std::string_view, 2> trajectories = {"own", "newton"};
  std::string trajectory_word(trajectories[trajectory == Trajectory::newton]);
  std::string reference_text = reference.text();
  fields.choice("precision", precision_word, words, {.doc = "of all of the solver's arithmetic"});
  fields.integer("record_every", record_every, {.doc = "iterations between two records", .minimum = 1});
  fields.integer("snapshot_every", snapshot_every,
                 {.doc = "iterations between two .vtu files; 0: none, -1: the last iterate", .minimum = -1});
  fields.text("reference", reference_text, {.unit = "J", .doc = "f*: newton, best, none or a number"});
  fields.choice(
      "trajectory", trajectory_word, trajectories,
      {.doc = "where later time steps begin: the solver's own step before, or newton's minimum of it"});
  fields.optional_number(
      "until_relative_error", until_relative_error,
      {.doc = "a run stops when it is reached", .range = config::positive, .example = "1e-6"});
  fields.optional_number("max_seconds", max_seconds,
                         {.unit = "s",
                          .doc = "stop after so many seconds of iterations",
                          .range = config::positive,
                          .example = "60"});
  fields.optional_number(
      "max_wall_seconds", max_wall_seconds,
      {.unit = "s",
       .doc =
           "stop after so many seconds of wall clock, those of the start state and of the reference included",
       .range = config::positive,
       .example = "600"});
  precision = precision_word == "single" ? Precision::single_precision : Precision::double_precision;
  reference = ReferenceChoice::parse(reference_text);
  trajectory = trajectory_word == "newton" ? Trajectory::newton : Trajectory::own;
}

RunResult run(const Scene& scene, const World& world, const SolverEntry& entry, const RunOptions& options,
              const Cache& cache, const RunListener& listener) {
  const SolverSettings& settings = *scene.solver_settings.find(entry.name)->second;
  const std::unique_ptr<Solver<double>> solver = entry.make(settings, options.precision);
  RunResult result;
  State state = world.start;
  for (int step = 1; step <= scene.step.steps; ++step) {
    const IncrementalPotential<double> problem = step_problem(scene, world, state, step);
    const bool follows = options.trajectory == Trajectory::newton && step < scene.step.steps;
    Positions<double> minimum;
    try {
      result.references.push_back(
          step_reference(scene, options, problem, cache, listener, follows ? &minimum : nullptr));
    } catch (const Stopped& stopped) {
      if (step == 1) throw;
      result.status = status_of(stopped.reason());
      result.message = listener.stop.sentence();
      break;
    }
    result.status = StepRun(*solver, problem, step, options, listener, result).go(scene.step.iterations);
    if (!is_success(result.status)) break;
    if (follows && minimum.size() == 0) {
      result.status = Status::no_minimum;
      result.message =
          "newton found no minimum of the step where the next one could begin; use --trajectory own";
      break;
    }
    if (const auto reason = listener.stop.reason(); reason && step < scene.step.steps) {
      result.status = status_of(*reason);
      result.message = listener.stop.sentence();
      break;
    }
    state = integrator_of(scene).advanced(state, follows ? minimum : solver->positions());
  }
  result.elimination_order = solver->elimination_order();
  return result;
}

void measure_against_best(const std::vector<RunResult*>& results) {
  const std::size_t objective = metric_index("objective");
  double best = std::numeric_limits<double>::infinity();
  for (const RunResult* result : results) {
    for (const Record& record : result->records) best = std::min(best, record.values[objective].value());
  }
  for (RunResult* result : results) {
    const double start = result->records.front().values[objective].value();
    for (Record& record : result->records) {
      record.values[metric_index("relative_error")] =
          relative_error(record.values[objective].value(), start, best);
    }
    result->references = {Reference{best, {}}};
  }
}

}  // namespace simbench
