// A trial of a deformable body: a solver on its time steps.
#pragma once

#include "base/cache.h"
#include "experiment/metrics.h"
#include "experiment/run_options.h"
#include "experiment/trial.h"
#include "problem/integrator.h"
#include "scene/world.h"
#include "solver/solver.h"

namespace simbench {

// What moves: where it starts, and the problem of each step.
struct Motion {
  State start;
  // Of step number `step` (from 1), which begins in `state`.
  std::function<IncrementalPotential<double>(const State& state, int step)> problem;
  // The laws and their parameters as text: reference minima are cached under it besides the problem's own numbers, which need not
  // tell laws apart.
  std::string materials;
};

// Scene and world must outlive it.
Motion motion_of(const Scene& scene, const World& world);

class DeformableTrial final : public Trial {
 public:
  // Of the options the reference and the trajectory matter here. The cache must outlive the trial.
  DeformableTrial(std::unique_ptr<Solver<double>> solver, Motion motion, const RunOptions& options,
                  const Cache& cache);

  const Columns& columns() const override;
  std::optional<Reference> pose_step(bool is_last, const std::function<void(const std::string&)>& note,
                                     const Stop& stop) override;
  std::optional<Failure> begin_step() override;
  std::optional<Failure> iterate() override;
  std::vector<std::optional<double>> observe() override;
  std::optional<Failure> breakdown() const override;
  std::vector<SnapshotFile> snapshot() const override;
  std::optional<Failure> end_step() override;
  nlohmann::ordered_json manifest_entries() const override;

  const Positions<double>& positions() const { return solver_->positions(); }

 private:
  std::optional<Reference> reference_of_step(const std::function<void(const std::string&)>& note,
                                             const Stop& stop);

  std::unique_ptr<Solver<double>> solver_;
  Motion motion_;
  ReferenceKind reference_kind_;
  double reference_number_;
  Trajectory trajectory_;
  bool shows_minimum_;  // snapshots say how far it is
  const Cache& cache_;

  int step_ = 0;
  State state_;                                          // at the beginning of the step
  std::optional<IncrementalPotential<double>> problem_;  // of the step
  std::optional<Observer> observer_;
  std::optional<IterationReport> report_;     // of the last iteration that was done in the step
  bool follows_minimum_ = false;              // the next step begins in the minimum of this one
  std::optional<Positions<double>> minimum_;  // of the step, where the next one or a snapshot needs it
};

}  // namespace simbench
