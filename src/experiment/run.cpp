#include "experiment/run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "experiment/metrics.h"

namespace simbench {

namespace {

// Seconds that `work` takes.
template <class Work>
double seconds_of(const Work& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

bool is_failure(Status status) {
  return status == Status::not_spd || status == Status::diverged;
}

std::optional<double> step_reference(const RunOptions& options, const ImplicitEulerProblem<double>& problem,
                                     const Cache& cache, const RunListener& listener) {
  switch (options.reference.kind) {
    case ReferenceChoice::Kind::newton:
      return reference_minimum(problem, cache, listener.note);
    case ReferenceChoice::Kind::number:
      return options.reference.number;
    case ReferenceChoice::Kind::best:
    case ReferenceChoice::Kind::none:
      return {};
  }
  return {};
}

// One time step of a run.
class StepRun {
 public:
  StepRun(Solver<double>& solver, const ImplicitEulerProblem<double>& problem, int step,
          const RunOptions& options, const RunListener& listener, RunResult& result)
      : solver_(solver),
        problem_(problem),
        step_(step),
        options_(options),
        listener_(listener),
        result_(result),
        observer_(problem, result.reference_minima.back()) {}

  // Returns how the step ended.
  Status go(int iterations) {
    std::optional<std::string> failure;
    result_.setup_seconds += seconds_of([&] { failure = solver_.begin_step(problem_); });
    record(0, {}, 0);
    snapshot(0, iterations == 0 || failure);
    if (failure) {
      result_.message = *failure;
      return Status::not_spd;
    }
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
    result_.iteration_seconds += seconds;
    // A solver that stops without a step has done no iteration: its iterate is the one before.
    if (report.stop) {
      finish(iteration - 1);
      return report.stop;
    }
    ++result_.iterations;

    std::optional<Status> status;
    if (!solver_.positions().allFinite()) {
      status = Status::diverged;
    } else if (listener_.stop_signal && *listener_.stop_signal) {
      status = Status::interrupted;
    } else if (options_.max_seconds && result_.iteration_seconds >= *options_.max_seconds) {
      status = Status::timeout;
    }
    if (status || last || iteration % options_.record_every == 0) {
      record(iteration, report, seconds);
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

  void record(int iteration, const IterationReport& report, double seconds) {
    Record row{step_, iteration, observer_.observe(solver_.positions(), report), seconds,
               result_.iteration_seconds};
    listener_.record(row);
    result_.records.push_back(std::move(row));
  }

  void snapshot(int iteration, bool last) {
    if (options_.snapshot_every == 0 || iteration == last_snapshot_) return;
    const bool due = options_.snapshot_every > 0 && iteration % options_.snapshot_every == 0;
    if (!due && !last) return;
    listener_.snapshot(step_, iteration, solver_.positions());
    last_snapshot_ = iteration;
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
  const ImplicitEulerProblem<double>& problem_;
  int step_;
  const RunOptions& options_;
  const RunListener& listener_;
  RunResult& result_;
  Observer observer_;
  Latest latest_;  // the last iteration, in case the next one turns out to be none
  int last_snapshot_ = -1;
};

}  // namespace

RunResult run(const Scene& scene, const World& world, const SolverEntry& entry, const RunOptions& options,
              const Cache& cache, const RunListener& listener) {
  const SolverSettings& settings = *scene.solver_settings.find(entry.name)->second;
  const std::unique_ptr<Solver<double>> solver = entry.make(settings, options.precision);
  RunResult result;
  State state = world.start;
  for (int step = 1; step <= scene.step.steps; ++step) {
    const ImplicitEulerProblem<double> problem = step_problem(scene, world, state, step);
    result.reference_minima.push_back(step_reference(options, problem, cache, listener));
    result.status = StepRun(*solver, problem, step, options, listener, result).go(scene.step.iterations);
    if (is_failure(result.status) || result.status == Status::interrupted || result.status == Status::timeout)
      break;
    if (listener.stop_signal && *listener.stop_signal && step < scene.step.steps) {
      result.status = Status::interrupted;
      break;
    }
    state = advanced(state, solver->positions(), scene.step.time_step);
  }
  return result;
}

void measure_against_best(std::vector<RunResult*> results) {
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
    std::fill(result->reference_minima.begin(), result->reference_minima.end(), best);
  }
}

}  // namespace simbench
