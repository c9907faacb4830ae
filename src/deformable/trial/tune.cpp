#include "deformable/trial/tune.h"

#include <cmath>
#include <limits>
#include <map>
#include <numbers>

#include "base/stop_signal.h"
#include "deformable/solvers/admm.h"
#include "deformable/trial/deformable_scene.h"

namespace simbench {

namespace {

class Tuner {
 public:
  Tuner(Experiment& experiment, const TuneOptions& options, const Context& context,
        const std::function<void(double, std::optional<int>)>& tried)
      : experiment_(experiment),
        scene_(*experiment.scene.as<DeformableScene>()),
        settings_(std::make_shared<AdmmSettings>(
            dynamic_cast<const AdmmSettings&>(*scene_.solvers.settings(Admm<double>::name)))),
        options_(options),
        context_(context),
        tried_(tried),
        prepared_(experiment.scene->prepare(context)) {
    scene_.solvers.set(Admm<double>::name, settings_);
    StepSettings& step = scene_.scene.step;
    step.time_step = step.substep();
    step.steps = step.substeps = 1;
    experiment_.options = {};
    experiment_.options.until_relative_error = options.target;
  }

  std::optional<TunedWeight> find_best() {
    constexpr int coarse = 8, refinements = 6;
    const double low = std::log(options_.lowest), high = std::log(options_.highest);
    // The grid goes from the middle outwards, so that a good c comes early and the other runs stop sooner. It
    // includes c = 1, the weights of PD, which is optimal for soft problems.
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
  // The quantity to minimise: the iterations to the target or, if the target is not reached, the limit of
  // iterations plus the remaining error.
  double cost(double log_factor) {
    log_factor = std::round(log_factor * 1e6) / 1e6;  // finds repeated c despite rounding
    const auto known = costs_.find(log_factor);
    if (known != costs_.end()) return known->second;
    const double factor = std::exp(log_factor);
    settings_->weight = FixedFactor{factor};
    scene_.scene.step.iterations = best_iterations_.value_or(options_.iterations);
    const RunResult result =
        run(*experiment_.trial(*prepared_), experiment_.length(), experiment_.options, context_);
    if (StopSignal::received())
      throw Error(StopSignal::exit_code(), StopSignal::sentence() + "; nothing is stored");

    const std::optional<double> error = result.value(result.records.back(), "relative_error");
    // A run whose objective falls below f* is approaching another minimum.
    const bool reached = result.status == Status::target_reached && *error >= -options_.target;
    const double rest =
        error && std::isfinite(*error) ? std::abs(*error) : std::numeric_limits<double>::max();
    const double cost = reached ? result.iterations : options_.iterations + rest;
    tried_(factor, reached ? std::optional(result.iterations) : std::nullopt);
    costs_[log_factor] = cost;
    if (cost < best_cost_) {
      best_cost_ = cost;
      best_ = log_factor;
      if (reached) best_iterations_ = result.iterations;
    }
    return cost;
  }

  Experiment& experiment_;
  DeformableScene& scene_;                  // of the experiment
  std::shared_ptr<AdmmSettings> settings_;  // of the experiment
  const TuneOptions& options_;
  const Context& context_;
  const std::function<void(double, std::optional<int>)>& tried_;
  std::unique_ptr<PreparedScene> prepared_;
  std::map<double, double> costs_;  // by log c
  double best_ = 0;
  double best_cost_ = std::numeric_limits<double>::infinity();
  std::optional<int> best_iterations_;
};

}  // namespace

std::optional<TunedWeight> tune(Experiment experiment, const TuneOptions& options, const Context& context,
                                const std::function<void(double, std::optional<int>)>& tried) {
  return Tuner(experiment, options, context, tried).find_best();
}

}  // namespace simbench
