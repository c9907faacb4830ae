// A trial of rigid bodies: a solver on its time steps.
#pragma once

#include "experiment/rigid_metrics.h"
#include "experiment/run_options.h"
#include "experiment/trial.h"
#include "rigid/minimum.h"
#include "rigid/scene.h"
#include "rigid/solver.h"

namespace simbench::rigid {

class RigidTrial final : public Trial {
 public:
  // Of the options the reference and the trajectory matter here.
  RigidTrial(std::unique_ptr<Solver<double>> solver, std::shared_ptr<const World> world,
             const StepSettings& step, const RunOptions& options);

  const Columns& columns() const override { return rigid_columns(); }
  std::optional<Reference> pose_step(bool is_last, const std::function<void(const std::string&)>& note,
                                     const Stop& stop) override;
  std::optional<Failure> begin_step() override;
  std::optional<Failure> iterate() override;
  std::vector<std::optional<double>> observe() override;
  std::optional<Failure> breakdown() const override;
  std::vector<SnapshotFile> snapshot() const override;
  std::optional<Failure> end_step() override;
  nlohmann::ordered_json manifest_entries() const override;

 private:
  State state_after(const Poses<double>& poses) const;
  // How far things are from one another, and what a step moves a body by, as far as the scene's start and gravity explain it [m].
  double explained_length() const;

  std::unique_ptr<Solver<double>> solver_;
  std::shared_ptr<const World> world_;
  StepSettings step_;
  bool wants_reference_, follows_minimum_;
  int step_number_ = 0;
  State state_;                           // where the step begins
  std::optional<Prediction> prediction_;  // of the step
  State predicted_;                       // X̃ with ṽ, ω̃
  std::optional<Minimum> minimum_;
  Diagnostics diagnostics_;   // of the last iteration of the step
  std::string why_unsolved_;  // if the first step has no minimum
  double first_error_ = 0;    // of lengths at X̃ of the step [m]
  // What the run began with: the system's extent [m], and the largest speed of a body [m/s].
  double extent_, first_speed_ = 0;
};

}  // namespace simbench::rigid
