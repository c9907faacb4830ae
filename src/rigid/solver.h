// The interface of the solvers of rigid bodies: their coordinates are poses, and multipliers of the constraints.
#pragma once

#include "harness/solver.h"
#include "harness/solver_settings.h"
#include "rigid/forms.h"
#include "rigid/step_problem.h"

namespace simbench::rigid {

// How a step begins from what the one before has found (Waterson 2026, Sec. 4.10): Λ⁰ = w Λ of its end, and X⁰ = X̃ ⊞ M⁻¹ Jᵀ Λ⁰, or X̃ as the
// printed algorithm has it. With `keep` a the constraints aim at a part of the old error, c(X) = a c(X_n).
struct WarmStart {
  double factor = 0;  // w; 0: Λ⁰ = 0
  bool moves_pose = true;
  double keep = 0;  // a

  void describe(config::Fields& fields);
};

// Members "form" and "axis".
void describe_forms(config::Fields& fields, Forms& forms);

template <class Real>
class Solver : public SolverOf<StepProblem<Real>> {
 public:
  // At iteration 0 these are X̃, or where a warm start begins.
  virtual const Poses<Real>& poses() const { return poses_; }
  // Λ of all rows of the problem in the order of its constraints [kg m]; those of a solver that changes none stay zero.
  virtual VectorX<Real> multipliers() const;
  // Whether Λ tends to the multipliers of the solution. Those of a joint that the solver writes in another form do not.
  virtual bool has_multipliers() const {
    return forms_.point != PointForm::scalar && forms_.axis == AxisForm::angle;
  }

 protected:
  // X̃ and Λ = 0, or a warm start, with joints in these forms.
  void start_at(const StepProblem<Real>& problem, const WarmStart& warm = {}, const Forms& forms = {});

  const Constraints<Real>& constraints() const { return *constraints_; }

  const StepProblem<Real>* problem_ = nullptr;
  Poses<Real> poses_;
  VectorX<Real> multipliers_;  // of constraints()
  VectorX<Real> targets_;      // a c(X_n) of their rows

 private:
  Forms forms_;
  Constraints<Real> own_constraints_;  // in those forms, if the problem's are not
  const Constraints<Real>* constraints_ = nullptr;
};

}  // namespace simbench::rigid
