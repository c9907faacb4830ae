// The interface of the solvers of rigid bodies. Their coordinates are the poses and the multipliers of the
// constraints.
#pragma once

#include "harness/solver.h"
#include "harness/solver_settings.h"
#include "rigid/constraints/forms.h"
#include "rigid/problem/step_problem.h"

namespace simbench::rigid {

// How a step starts from the result of the last step (Waterson 2026, Sec. 4.10): Λ⁰ = w Λ_last, and
// X⁰ = X̃ ⊞ M⁻¹ Jᵀ Λ⁰, or X̃ as in the printed algorithm. With `keep` = a, the target of the constraints is a
// part of their old error, c(X) = a c(X_n).
struct WarmStart {
  double factor = 0;  // w; 0 means Λ⁰ = 0
  bool moves_pose = true;
  double keep = 0;  // a

  void describe(config::Fields& fields);
};

// Describes the members "form" and "axis_form".
void describe_forms(config::Fields& fields, Forms& forms);

template <class Real>
class Solver : public SolverOf<StepProblem<Real>> {
 public:
  // At iteration 0 these are X̃, or X⁰ of a warm start.
  virtual const Poses<Real>& poses() const { return poses_; }
  // Velocities at the end of the step, if the solver's are not those that follow from its poses; otherwise
  // null.
  virtual const std::vector<Displacement<Real>>* velocities() const { return nullptr; }
  // Λ of all rows of the problem in the order of its constraints [kg m]; zero if the solver computes none.
  virtual VectorX<Real> multipliers() const;
  // Whether Λ converges to the multipliers of the solution. This is false if the solver replaces joints by
  // another form.
  virtual bool has_multipliers() const {
    return forms_.point != PointForm::scalar && forms_.axis == AxisForm::angle;
  }

 protected:
  // Starts at X̃ and Λ = 0, or with a warm start, with joints in the given forms.
  void start_at(const StepProblem<Real>& problem, const WarmStart& warm = {}, const Forms& forms = {});

  // Adds M⁻¹ Jᵀ Λ_t of all contacts at these poses.
  void add_friction(const Poses<Real>& poses, std::span<Displacement<Real>> moves) const;

  const Constraints<Real>& constraints() const { return *constraints_; }

  const StepProblem<Real>* problem_ = nullptr;
  Poses<Real> poses_;
  VectorX<Real> multipliers_;              // of the rows of constraints()
  VectorX<Real> targets_;                  // a c(X_n) of these rows
  std::vector<Vector3<Real>> tangential_;  // Λ_t of contacts with friction, indexed by rows

 private:
  Forms forms_;
  Constraints<Real> own_constraints_;  // in forms_; used only if these differ from the forms of the problem
  const Constraints<Real>* constraints_ = nullptr;
};

}  // namespace simbench::rigid
