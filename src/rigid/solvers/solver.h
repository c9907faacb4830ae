// The interface of the solvers of rigid bodies. Their coordinates are the poses and the multipliers of the
// constraints.
#pragma once

#include <utility>

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

  // Whether the bodies feel the multipliers that a step starts with. If not, Jᵀ Λ is not what moves them.
  bool is_felt() const { return factor == 0 || moves_pose; }
  void describe(config::Fields& fields);
};

// Describes the members "form" and "axis_form".
void describe_forms(config::Fields& fields, Forms& forms);
// Describes the member "arm" of solvers with penalties (length_per_error).
void describe_arm(config::Fields& fields, double& arm);

class Solver : public SolverOf<StepProblem> {
 public:
  // At iteration 0 these are X̃, or X⁰ of a warm start.
  virtual const Poses& poses() const { return poses_; }
  // Velocities at the end of the step, if the solver's are not those that follow from its poses; otherwise
  // null.
  virtual const std::vector<Displacement>* velocities() const { return nullptr; }
  // Λ of all rows of the problem in the order of its constraints [kg m]; zero if the solver computes none.
  virtual VectorX<double> multipliers() const;
  // Λ_t of all contacts in their order [kg m]; zero without friction.
  virtual std::vector<Vector3<double>> friction() const;
  // Whether Jᵀ Λ and friction() are the forces on the bodies. This is false if the solver keeps no
  // multipliers of the joints, and if it starts with multipliers that move nothing.
  virtual bool has_forces() const { return has_multipliers(); }
  // Whether the method has compliance. If it has none, it declines scenes with compliant constraints other
  // than springs.
  virtual bool has_compliance() const { return true; }
  // Whether Λ converges to the multipliers of the solution. This is false if the solver replaces joints by
  // another form.
  virtual bool has_multipliers() const {
    return forms_.point != PointForm::scalar && forms_.axis == AxisForm::angle;
  }
  // Lets the first step go on with what list_memory() has written. The step throws Error (usage) if that is
  // of a system with other rows.
  void continue_with(const NamedNumbers& stored);

 protected:
  // Starts at X̃ and Λ = 0, or with a warm start, with joints in the given forms.
  void start_at(const StepProblem& problem, const WarmStart& warm = {}, const Forms& forms = {});

  // Moves the values of the rows of the last step to the same rows of this step; new contacts get `fresh`.
  // Returns false if there are no such values, because this is the first step. Throws Error (usage) if a
  // state has values for other rows.
  template <class Values, class Value>
  bool carry_over(Values& values, const Value& fresh) const;

  // Lists Λ and Λ_t, which a warm start with this factor continues.
  void list_multipliers(SolverMemory& memory, double factor);

  // Makes Λ_t perpendicular to the normals, which are new in each step for contacts that are found.
  void turn_friction();
  // Adds M⁻¹ Jᵀ Λ_t of all contacts at these poses.
  void add_friction(const Poses& poses, std::span<Displacement> moves) const;

  const Constraints& constraints() const { return *constraints_; }

  const StepProblem* problem_ = nullptr;
  mutable Poses poses_;                      // poses() may compute them when they are asked for
  VectorX<double> multipliers_;              // of the rows of constraints()
  VectorX<double> targets_;                  // a c(X_n) of these rows
  std::vector<Vector3<double>> tangential_;  // Λ_t of contacts with friction, indexed by rows

 private:
  [[noreturn]] static void refuse_memory(std::size_t values, Index rows);

  bool has_stored_memory_ = false;  // that no step has taken over
  bool is_continued_ = false;       // whether this step goes on with stored memory
  Forms forms_;
  Constraints own_constraints_;  // in forms_; used only if these differ from the forms of the problem
  const Constraints* constraints_ = nullptr;
};

template <class Values, class Value>
bool Solver::carry_over(Values& values, const Value& fresh) const {
  const Matches& found = problem_->found;
  const auto found_count = static_cast<Index>(found.last.size());
  const Index fixed = constraints().row_count() - found_count;
  if (static_cast<Index>(values.size()) != fixed + found.last_count) {
    if (is_continued_ && values.size() > 0)
      refuse_memory(static_cast<std::size_t>(values.size()), fixed + found.last_count);
    return false;
  }
  if (found_count == 0 && found.last_count == 0) return true;
  const Values last = std::exchange(values, Values(static_cast<std::size_t>(fixed + found_count)));
  for (Index row = 0; row < fixed; ++row) values[row] = last[row];
  for (Index k = 0; k < found_count; ++k) {
    const Index before = found.last[k];
    values[fixed + k] = before < 0 ? fresh : last[fixed + before];
  }
  return true;
}

}  // namespace simbench::rigid
