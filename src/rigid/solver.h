// What a solver of rigid bodies is to the harness: something that takes the problem of a time step and improves its poses by one outer
// iteration at a time.
#pragma once

#include "base/status.h"
#include "config/solver_settings.h"
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
class Solver {
 public:
  virtual ~Solver() = default;

  // Puts the poses to X̃ (iteration 0). The problem must outlive the step.
  virtual void begin_step(const StepProblem<Real>& problem) = 0;
  // Exactly one outer iteration. Set if the solver could not do one.
  virtual std::optional<Failure> iterate() = 0;

  virtual const Poses<Real>& poses() const { return poses_; }
  // Λ of all rows of the problem in the order of its constraints [kg m]; those of a solver that changes none stay zero.
  virtual VectorX<Real> multipliers() const;
  // Whether Λ tends to the multipliers of the solution. Those of a joint that the solver writes in another form do not.
  virtual bool has_multipliers() const {
    return forms_.point != PointForm::scalar && forms_.axis == AxisForm::angle;
  }
  // ξ, and s [kg] as a mean over rows, of the last iteration; empty before the first one, and where a solver has none.
  virtual std::optional<double> relaxation() const { return {}; }
  virtual std::optional<double> penalty() const { return {}; }

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
