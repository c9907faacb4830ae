#include "harness/run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace simbench {

namespace {

// The seconds that `work` takes. Zero if the steady clock jumps back, which happens when a virtual machine
// migrates.
template <class Work>
double seconds_of(const Work& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::max(0.0, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
}

bool has_finite_objective(const RunResult& result, const Record& record) {
  return std::isfinite(result.value(record, "objective").value());
}

// Whether the objective and its gradient are finite. A trial without a gradient has no such column.
bool is_at_finite_point(const RunResult& result, const Record& record) {
  const auto& columns = result.columns.list;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const bool counts = columns[i].name == "objective" || columns[i].name == "gradient_norm";
    if (counts && !(record.values[i] && std::isfinite(*record.values[i]))) return false;
  }
  return true;
}

Status status_of(StopReason reason) {
  return reason == StopReason::signal ? Status::interrupted : Status::timeout;
}

// One time step of a run.
class StepRun {
 public:
  StepRun(Trial& trial, int step, const RunOptions& options, const Stop& stop, const RunListener& listener,
          RunResult& result)
      : trial_(trial), step_(step), options_(options), stop_(stop), listener_(listener), result_(result) {}

  // Does the step and returns its status.
  Status do_step(int iterations) {
    std::optional<Failure> failure;
    result_.setup_seconds += seconds_of([&] { failure = trial_.begin_step(); });
    record(0, 0);
    if (step_ == 1) result_.start_objective = trial_.start_objective();
    snapshot(0, iterations == 0 || failure);
    if (!failure) failure = trial_.breakdown();
    if (failure) return ended(*failure);
    for (int iteration = 1; iteration <= iterations; ++iteration) {
      if (const std::optional<Status> status = iterate(iteration, iteration == iterations)) return *status;
    }
    return Status::max_iterations;
  }

 private:
  // Does, measures and records one iteration. Returns the status if it was the last one.
  std::optional<Status> iterate(int iteration, bool last) {
    std::optional<Failure> end;
    const double seconds = seconds_of([&] { end = trial_.iterate(); });
    if (end) {  // the iterate is unchanged
      finish(iteration - 1);
      if (*end == Status::converged && !is_at_finite_point(result_, result_.records.back()))
        end = {Status::diverged, "the objective or its gradient is not finite"};
      return ended(*end);
    }
    result_.iteration_seconds += seconds;
    ++result_.iterations;

    end = trial_.breakdown();
    if (!end) end = end_by_clock_or_signal();
    observe(iteration, seconds, end, last || iteration % options_.record_every == 0);
    snapshot(iteration, end || last);
    latest_seconds_ = seconds;
    return end ? std::optional(ended(*end)) : std::nullopt;
  }

  std::optional<Failure> end_by_clock_or_signal() const {
    if (const std::optional<StopReason> reason = stop_.reason())
      return Failure{status_of(*reason), stop_.sentence()};
    if (options_.max_seconds && result_.iteration_seconds >= *options_.max_seconds)
      return Failure{Status::timeout, ""};
    return {};
  }

  // Records the iterate if it is due or the last one. The target is compared with each iterate, so that the
  // end of a run does not depend on which iterates are recorded.
  void observe(int iteration, double seconds, std::optional<Failure>& end, bool is_due) {
    if (!end && !is_due && !options_.until_relative_error) return;
    Record row = measure(iteration, seconds);
    if (!end && target_reached(row)) end = {Status::target_reached, ""};
    if (end || is_due) keep(std::move(row));
  }

  // Records the last iterate if it is not recorded yet.
  void finish(int iteration) {
    if (result_.records.back().step != step_ || result_.records.back().iteration != iteration)
      record(iteration, latest_seconds_);
    snapshot(iteration, true);
  }

  void record(int iteration, double seconds) { keep(measure(iteration, seconds)); }

  Record measure(int iteration, double seconds) {
    return {step_, iteration, trial_.observe(), seconds, result_.iteration_seconds};
  }

  void keep(Record row) {
    if (listener_.record) listener_.record(result_.columns, row);
    result_.records.push_back(std::move(row));
  }

  void snapshot(int iteration, bool last) {
    if (options_.snapshot_every == 0 || iteration == last_snapshot_) return;
    const bool due = options_.snapshot_every > 0 && iteration % options_.snapshot_every == 0;
    if (!due && !last) return;
    if (trial_.breakdown()) return;  // viewers cannot read coordinates that are not finite
    if (listener_.snapshot) listener_.snapshot(step_, iteration);
    last_snapshot_ = iteration;
  }

  Status ended(const Failure& end) {
    if (!end.reason.empty()) result_.message = end.reason;
    return end.status;
  }

  bool target_reached(const Record& row) const {
    const std::optional<double> error = result_.value(row, "relative_error");
    return options_.until_relative_error && error && *error <= *options_.until_relative_error;
  }

  Trial& trial_;
  int step_;
  const RunOptions& options_;
  const Stop& stop_;
  const RunListener& listener_;
  RunResult& result_;
  double latest_seconds_ = 0;  // of the last completed iteration
  int last_snapshot_ = -1;
};

// Tells a listener each step that is due: every N-th one, and those that must be told.
class DueSteps {
 public:
  DueSteps(int every, const std::function<void(int)>& tell) : every_(every), tell_(tell) {}
  void note(int step, bool must_be_told) {
    if (every_ == 0 || !tell_ || step == noted_) return;
    if (!must_be_told && step % every_ != 0) return;
    tell_(step);
    noted_ = step;
  }

 private:
  int every_;
  const std::function<void(int)>& tell_;
  int noted_ = -1;  // the last step that was told
};

// Runs all steps. Throws Stopped if the run is stopped before anything is recorded.
void run_steps(Trial& trial, const RunLength& length, const RunOptions& options, const Context& context,
               const RunListener& listener, RunResult& result) {
  const auto end = [&](const Failure& failure) {
    result.status = failure.status;
    result.message = failure.reason;
  };
  DueSteps states(options.state_every, listener.state);
  DueSteps checkpoints(options.checkpoint_every, listener.checkpoint);
  const auto note_state = [&](int step, bool is_last) {
    if (step == 0 || !trial.breakdown()) states.note(step, is_last);
  };
  checkpoints.note(0, false);
  for (int step = 1; step <= length.steps; ++step) {
    const bool is_last = step == length.steps;
    try {
      result.references.push_back(trial.pose_step(is_last, context));
    } catch (const Stopped& stopped) {
      if (step == 1) throw;
      return end({status_of(stopped.reason()), context.stop.sentence()});
    }
    if (step == 1) note_state(0, false);
    result.status = StepRun(trial, step, options, context.stop, listener, result).do_step(length.iterations);
    note_state(step, is_last || !is_success(result.status));
    if (is_success(result.status)) checkpoints.note(step, is_last);  // otherwise the step is not done
    if (!is_success(result.status) || is_last) return;
    const std::optional<Failure> failure = trial.end_step();
    const std::optional<StopReason> reason = context.stop.reason();
    if (!failure && !reason) continue;
    note_state(step, true);
    return end(failure ? *failure : Failure{status_of(*reason), context.stop.sentence()});
  }
}

}  // namespace

std::size_t Columns::index(std::string_view name) const {
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const Column& column) { return column.name == name; });
  if (found == list.end()) throw std::logic_error("no column of this name: " + std::string(name));
  return static_cast<std::size_t>(found - list.begin());
}

int infinite_objectives(const RunResult& result) {
  return static_cast<int>(std::ranges::count_if(
      result.records, [&](const Record& record) { return !has_finite_objective(result, record); }));
}

RunResult run(Trial& trial, const RunLength& length, const RunOptions& options, const Context& context,
              const RunListener& listener) {
  RunResult result;
  result.columns = trial.columns();
  run_steps(trial, length, options, context, listener, result);
  if (result.message.empty() && !has_finite_objective(result, result.records.back()))
    result.message = "the objective of the last iterate is infinite";
  if (result.message.empty()) result.message = trial.remark();
  result.manifest_entries = trial.manifest_entries();
  return result;
}

void measure_against_best(const std::vector<RunResult*>& results) {
  double best = std::numeric_limits<double>::infinity();
  for (const RunResult* result : results) {
    for (const Record& record : result->records)
      best = std::min(best, result->value(record, "objective").value());
  }
  for (RunResult* result : results) {
    const double start =
        result->start_objective.value_or(result->value(result->records.front(), "objective").value());
    for (Record& record : result->records) {
      record.values[result->columns.index("relative_error")] =
          relative_error(result->value(record, "objective").value(), start, best);
    }
    result->references = {std::isfinite(best) ? std::optional(Reference{best, {}}) : std::nullopt};
  }
}

std::optional<double> relative_error(double objective, double start_objective,
                                     std::optional<double> reference_minimum) {
  if (!reference_minimum) return {};
  const double range = start_objective - *reference_minimum;
  if (!std::isfinite(range)) return {};
  const double rounding = 1e-14 * std::max(std::abs(start_objective), std::abs(*reference_minimum));
  if (!(std::abs(range) > rounding)) return {};
  return (objective - *reference_minimum) / range;
}

}  // namespace simbench
