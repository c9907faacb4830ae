#include "sweep/tune.h"

#include <cmath>
#include <limits>
#include <map>
#include <numbers>

#include "base/stop_signal.h"
#include "experiment/metrics.h"
#include "experiment/run.h"
#include "solver/admm.h"

namespace simbench {

namespace {

class Tuner {
 public:
  Tuner(Scene& scene, const TuneOptions& options, const Cache& cache,
        const std::function<void(double, std::optional<int>)>& tried)
      : scene_(scene),
        settings_(dynamic_cast<AdmmSettings&>(*scene.solver_settings.find("admm")->second)),
        options_(options),
        cache_(cache),
        tried_(tried),
        world_(build_world(scene, cache, [](const std::string&) {})) {
    settings_.weight.reset();
    settings_.weight_rule = "factor";
    scene_.step.steps = 1;
  }

  std::optional<TunedWeight> go() {
    constexpr int coarse = 8, refinements = 6;
    const double low = std::log(options_.lowest), high = std::log(options_.highest);
    // From the middle outwards, so that a good c comes early and cuts off the others; and PD's c = 1, which soft problems
    // ask for exactly.
    for (const int i : {4, 3, 5, 2, 6, 1, 7, 0}) cost(low + (high - low) * i / (coarse - 1));
    if (low <= 0 && high >= 0) cost(0);

    double left = best_ - (high - low) / (coarse - 1), right = best_ + (high - low) / (coarse - 1);
    constexpr double golden = 1 / std::numbers::phi;
    for (int i = 0; i < refinements; ++i) {
      const double a = right - golden * (right - left), b = left + golden * (right - left);
      (cost(a) <= cost(b) ? right : left) = cost(a) <= cost(b) ? b : a;
    }
    if (!best_iterations_) return {};
    return TunedWeight{std::exp(best_), *best_iterations_, options_.target};
  }

 private:
  // Iterations to the target, plus the error that is left where it is not reached: a number to compare by.
  double cost(double log_factor) {
    log_factor = std::round(log_factor * 1e6) / 1e6;  // golden section meets a c again, but for rounding
    const auto known = costs_.find(log_factor);
    if (known != costs_.end()) return known->second;
    settings_.weight_factor = std::exp(log_factor);
    scene_.step.iterations = best_iterations_.value_or(options_.iterations);
    RunOptions run_options;
    run_options.until_relative_error = options_.target;
    RunListener listener;
    listener.note = [](const std::string&) {};
    listener.record = [](const Record&) {};
    const RunResult result = run(scene_, world_, *find_solver("admm"), run_options, cache_, listener);
    if (StopSignal::received())
      throw Error(StopSignal::exit_code(), StopSignal::sentence() + "; nothing is stored");

    const std::optional<double> error = result.records.back().values[metric_index("relative_error")];
    // A run that falls below f* is on its way to another minimum.
    const bool reached = result.status == Status::target_reached && *error >= -options_.target;
    const double rest =
        error && std::isfinite(*error) ? std::abs(*error) : std::numeric_limits<double>::max();
    const double cost = reached ? result.iterations : options_.iterations + rest;
    tried_(settings_.weight_factor, reached ? std::optional(result.iterations) : std::nullopt);
    costs_[log_factor] = cost;
    if (cost < best_cost_) {
      best_cost_ = cost;
      best_ = log_factor;
      if (reached) best_iterations_ = result.iterations;
    }
    return cost;
  }

  Scene& scene_;
  AdmmSettings& settings_;
  const TuneOptions& options_;
  const Cache& cache_;
  const std::function<void(double, std::optional<int>)>& tried_;
  World world_;
  std::map<double, double> costs_;  // by log c
  double best_ = 0;
  double best_cost_ = std::numeric_limits<double>::infinity();
  std::optional<int> best_iterations_;
};

}  // namespace

std::optional<TunedWeight> tune(Scene scene, const TuneOptions& options, const Cache& cache,
                                const std::function<void(double, std::optional<int>)>& tried) {
  return Tuner(scene, options, cache, tried).go();
}

}  // namespace simbench
