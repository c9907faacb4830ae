// A trial of rigid bodies.
#pragma once

#include "harness/run_options.h"
#include "harness/trial.h"
#include "rigid/contacts/contact_finder.h"
#include "rigid/referee/minimum.h"
#include "rigid/scene/scene.h"
#include "rigid/solvers/solver.h"
#include "rigid/trial/rigid_metrics.h"

namespace simbench::rigid {

class RigidTrial final : public Trial {
 public:
  // Continues from the checkpoint unless it is null. Uses two of the options: the reference and the
  // trajectory.
  RigidTrial(std::unique_ptr<Solver> solver, std::shared_ptr<const World> world, const StepSettings& step,
             const Checkpoint* checkpoint, const RunOptions& options);

  const Columns& columns() const override { return rigid_columns(); }
  std::optional<Reference> pose_step(bool is_last, const Context& context) override;
  std::optional<Failure> begin_step() override;
  std::optional<Failure> iterate() override;
  std::vector<std::optional<double>> observe() override;
  std::optional<Failure> breakdown() const override;
  std::vector<SnapshotFile> snapshot() const override;
  std::vector<TableRows> state(int step) const override;
  Checkpoint checkpoint(int step) const override;
  std::optional<Failure> end_step() override;
  std::string remark() const override;
  nlohmann::ordered_json manifest_entries() const override;

 private:
  State state_after(const Poses& poses) const;
  // Which settings of the scene the solver does not see; empty if it sees all.
  State solver_state() const;  // if the step ended with the present iterate
  State end_of_step() const;   // where the next step begins
  // The largest distance that the scene explains [m]: its extent at the start, plus the distance that a body
  // moves in this step with the largest initial speed plus the speed that gravity has added since the start.
  double explained_length() const;

  std::unique_ptr<Solver> solver_;
  std::shared_ptr<const World> world_;
  StepSettings step_;
  bool wants_reference_, follows_minimum_;
  ContactFinder contacts_;
  MotionTime time_;
  int step_number_ = 0;
  State state_;                            // where the step begins
  std::optional<StepProblem> prediction_;  // of the step
  State predicted_;                        // X̃ with ṽ, ω̃
  std::optional<Minimum> minimum_;
  Diagnostics diagnostics_;        // of the last iteration of the step
  std::string why_unsolved_;       // why the first step has no minimum; empty if it has one
  double turning_gain_ = 0;        // energy_of_free_turns() of all steps [J]
  int unknown_turns_ = 0;          // number of steps with body_with_unknown_turns()
  int body_of_unknown_turns_ = 0;  // in the first of them
  double first_error_ = 0;         // error of hard lengths at X̃ of the step [m]
  // At the start of the run: the system's extent [m], and the largest speed of a body or motor [m/s].
  double extent_, first_speed_ = 0;
};

}  // namespace simbench::rigid
