// What a solver of rigid bodies is to the harness: something that takes the problem of a time step and improves its poses by one outer
// iteration at a time.
#pragma once

#include "base/status.h"
#include "rigid/step_problem.h"

namespace simbench::rigid {

// How a step begins from what the one before has found (Waterson 2026, Sec. 4.10): Λ⁰ = w Λ of its end, and X⁰ = X̃ ⊞ M⁻¹ Jᵀ Λ⁰, or X̃ as the
// printed algorithm has it. With `keep` a the constraints aim at a part of the old error, c(X) = a c(X_n).
struct WarmStart {
  double factor = 0;  // w; 0: Λ⁰ = 0
  bool moves_pose = true;
  double keep = 0;  // a
};

template <class Real>
class Solver {
 public:
  virtual ~Solver() = default;

  // Puts the poses to X̃ (iteration 0). The problem must outlive the step.
  virtual void begin_step(const StepProblem<Real>& problem) = 0;
  // Exactly one outer iteration. Set if the solver could not do one.
  virtual std::optional<Status> iterate() = 0;

  const Poses<Real>& poses() const { return poses_; }
  // Λ of all rows in the order of the constraints [kg m]; those of a solver that changes none stay zero.
  const VectorX<Real>& multipliers() const { return multipliers_; }

 protected:
  // X̃ and Λ = 0, or a warm start.
  void start_at(const StepProblem<Real>& problem, const WarmStart& warm = {}) {
    problem_ = &problem;
    poses_ = problem.predicted;
    const Index rows = problem.constraints.row_count();
    const bool knows_more = warm.factor != 0 && multipliers_.size() == rows;
    multipliers_ =
        knows_more ? VectorX<Real>(static_cast<Real>(warm.factor) * multipliers_) : VectorX<Real>::Zero(rows);
    targets_ = VectorX<Real>::Zero(rows);
    std::vector<Displacement<Real>> moves(poses_.size());
    problem.constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
      if (warm.keep != 0) {
        targets_.template segment<Constraint::rows>(row) =
            static_cast<Real>(warm.keep) * constraint.linearise(problem.previous).error;
      }
      if (!knows_more || !warm.moves_pose) return;
      const auto linear = constraint.linearise(poses_);
      for (int b = 0; b < Constraint::body_count; ++b) {
        const int body = constraint.bodies[b];
        moves[body] += problem.inertias[body].displacement_of(
            linear.pull(b, multipliers_.template segment<Constraint::rows>(row)), poses_[body].orientation);
      }
    });
    if (knows_more && warm.moves_pose) {
      for (std::size_t b = 0; b < poses_.size(); ++b) move(poses_[b], moves[b]);
    }
  }

  const StepProblem<Real>* problem_ = nullptr;
  Poses<Real> poses_;
  VectorX<Real> multipliers_;
  VectorX<Real> targets_;  // a c(X_n) of all rows
};

}  // namespace simbench::rigid
