// The time steps of a scene in Python, one after the other.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <optional>
#include <string>

#include "deformable/trial/deformable_scene.h"
#include "deformable/trial/deformable_trial.h"
#include "harness/scene_file.h"

namespace simbench::python {

class StepMotion {
 public:
  // Computes the start state. Throws Error (usage) for rigid bodies, and as DeformableScene::prepare().
  StepMotion(const std::string& name, SceneFile file);

  int step() const { return step_; }  // the present one, from 1
  int step_count() const;
  double time() const { return motion_->time(step_ - 1); }  // where the step begins [s]
  IncrementalPotential<double> problem() const { return motion_->problem(state_, step_); }
  const State& state() const { return state_; }
  // Newton's minimum of the present step [m]. Throws Error (numerical_failure) if there is none.
  Positions<double> minimum() const;
  // Ends the step there, and begins the next one.
  void advance(const Positions<double>& positions);
  // The text of a checkpoint where the step begins.
  std::string checkpoint() const;

 private:
  SceneFile file_;
  std::unique_ptr<PreparedScene> prepared_;
  std::optional<simbench::Motion> motion_;
  State state_;
  int step_ = 1;
};

void bind_motion(nanobind::module_& module);

}  // namespace simbench::python
