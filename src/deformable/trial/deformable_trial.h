// A trial of a deformable body.
#pragma once

#include <functional>

#include "deformable/problem/integrator.h"
#include "deformable/scene/world.h"
#include "deformable/solvers/solver.h"
#include "deformable/trial/metrics.h"
#include "harness/run_options.h"
#include "harness/trial.h"

namespace simbench {

// The start state and the problem of each step.
struct Motion {
  std::shared_ptr<const TetMesh> mesh;  // at rest, before an instance turns it
  State start;
  // What the solver has kept from before the start (SolverMemory); null if nothing.
  const NamedNumbers* memory = nullptr;
  // Steps are those that the run counts: of a step of the scene, each lag.
  int lags = 1;
  double time_step = 0;  // h, for checkpoints [s]
  // The time at which step number `step` + 1 begins [s].
  std::function<double(int step)> time;
  // The problem of step number `step` (from 1), which begins in `state`.
  std::function<IncrementalPotential<double>(const State& state, int step)> problem;
  // The laws and their parameters as text. It is part of the key under which reference minima are cached,
  // because two laws can give a problem the same numbers.
  std::string materials;
  // `materials`, and what else the problem of a step in `state` depends on beside the state's own numbers.
  std::string key(const State& state) const;
  // The state after a step that began in `state` and ended in `positions`: after a lag that is not the last
  // one of its step, the same start with the friction of other contacts.
  State advanced(const IncrementalPotential<double>& posed, const State& state,
                 const Positions<double>& positions) const;
  // The columns of each term of the problems: its energy, and those that it measures.
  std::vector<std::span<const TermColumn>> columns_of_terms;
};

// Scene and world must outlive the motion.
Motion motion_of(const Scene& scene, const World& world);

class DeformableTrial final : public Trial {
 public:
  // Uses three of the options: the precision, which is the solver's, the reference and the trajectory.
  DeformableTrial(std::unique_ptr<Solver<double>> solver, Motion motion, const RunOptions& options);

  const Columns& columns() const override { return columns_; }
  std::optional<Reference> pose_step(bool is_last, const Context& context) override;
  std::optional<Failure> begin_step() override;
  std::optional<Failure> iterate() override;
  std::vector<std::optional<double>> observe() override;
  std::optional<Failure> breakdown() const override;
  std::optional<double> start_objective() const override { return observer_->start_objective(); }
  std::vector<SnapshotFile> snapshot() const override;
  Checkpoint checkpoint(int step) const override;
  std::optional<Failure> end_step() override;
  nlohmann::ordered_json manifest_entries() const override;

  const Positions<double>& positions() const { return solver_->positions(); }

 private:
  void add_columns_of_terms();
  void append_numbers_of_terms(const IterationReport& report, std::vector<std::optional<double>>& values);
  std::optional<Failure> why_not_allowed() const;
  std::optional<Reference> reference_of_step(const Context& context);
  State end_of_step() const;
  // The minimum of the step that is its reference [m]; null without one.
  const Positions<double>* minimiser() const;

  std::unique_ptr<Solver<double>> solver_;
  Columns columns_;  // of the metrics, the solver's own and those of terms
  Motion motion_;
  Precision precision_;
  ReferenceKind reference_kind_;
  double reference_number_;
  Trajectory trajectory_;
  bool has_checkpoints_;

  int step_ = 0;
  State state_;                                          // at the beginning of the step
  std::optional<IncrementalPotential<double>> problem_;  // of the step
  std::optional<Failure> start_not_allowed_;             // why no solver can begin the step
  std::optional<Observer> observer_;
  std::optional<IterationReport> report_;     // of the last iteration done in the step
  Work work_;                                 // of the solver since the run began, up to its iterate
  bool follows_minimum_ = false;              // the next step begins at the minimum of this one
  std::optional<Positions<double>> minimum_;  // of the step, if Newton looked for it and found it [m]
};

}  // namespace simbench
