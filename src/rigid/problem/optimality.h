// The conditions on poses X and multipliers Λ at the solution of a step, and Newton's method for them:
//
//   ∇ ½‖X ⊖ X̃‖²_M − Jᵀ Λ = 0,   and for each row c + α̃ Λ + δ (Λ − Λ_c) = value or Λ = value (active_set.h).
//
// δ is 0 unless a caller sets a proximal term. The method of multipliers sets one. A proximal term also makes
// the matrix regular if constraints are redundant. constraints/curvature.h has the derivatives of Jᵀ Λ.
#pragma once

#include "base/status.h"
#include "math/banded_lu.h"
#include "math/sparse_lu.h"
#include "rigid/problem/active_set.h"
#include "rigid/problem/unknowns.h"

namespace simbench::rigid {

// The type of a hard constraint without a gradient at these poses; empty if all have one.
std::string_view type_without_gradient(const StepProblem& problem, const Poses& poses);
// A sentence about such a constraint, for messages.
std::string no_gradient(std::string_view type);

// All unknowns (unknowns.h) and rows are scaled by effective masses, so that rows of momentum and rows of
// errors have the same unit, √kg m.
class Optimality {
 public:
  // The problem must outlive it.
  explicit Optimality(const StepProblem& problem);

  // 2-norm of all conditions.
  double residual(const Poses& poses, const VectorX<double>& multipliers) const;
  // The part of the residual that rounding causes.
  double rounding(const Poses& poses) const;
  // Does a Newton step, scaled by `part`. Returns false and moves nothing if the matrix is singular (for
  // example, if constraints are redundant) or not finite.
  bool step(Poses& poses, VectorX<double>& multipliers, double part = 1);
  // A step with a proximal term around these multipliers; δ of each row [1/kg]. It leaves none behind.
  bool proximal_step(const VectorX<double>& weights, Poses& poses, VectorX<double>& multipliers,
                     double part = 1);
  // The reason why step() failed at these poses.
  Failure failure_of_step(const Poses& poses, const VectorX<double>& multipliers);
  double last_turn() const { return last_turn_; }  // the largest |dθ| of the last step [rad]

  // Gives rows with inequalities the conditions that these multipliers imply.
  void set_rows(const VectorX<double>& multipliers);
  // Corrects these conditions after they have led to a solution. Returns whether they changed.
  bool correct_rows(const Poses& poses, const VectorX<double>& multipliers);
  // Sets the proximal term: δ of each row [1/kg], and Λ_c.
  void set_proximal(const VectorX<double>& weights, const VectorX<double>& centre) {
    weights_ = weights;
    centre_ = centre;
  }
  // Sets σ: the Hessian gets σ M, which keeps bodies near their poses.
  void set_hold(double hold) { hold_ = hold; }
  // K_rr + α̃ of each row at X̃ [1/kg].
  VectorX<double> effective_inverse_masses() const;
  // The same of one row. A condition Λ = value is multiplied by it, so that it has the unit of c.
  double effective_inverse_mass(Index row) const {
    const double scale = scales_[unknowns_.of_row[row]];
    return 1 / (scale * scale);
  }
  // A small δ, which makes the matrix regular if constraints are redundant.
  VectorX<double> small_weights() const { return 1e-8 * effective_inverse_masses(); }

 private:
  VectorX<double> conditions(const Poses& poses, const VectorX<double>& multipliers) const;
  // Calls add(row, column, block) with the derivatives of the conditions, in small dense matrices.
  template <class Add>
  void differentiate(const Poses& poses, const VectorX<double>& multipliers, const Add& add) const;
  template <class Constraint, class Add>
  void differentiate_pull(const Constraint& constraint, const Poses& poses,
                          const typename Constraint::Multipliers& multipliers, const Add& add) const;
  void add(int body, const Eigen::Matrix<double, 6, 1>& values, VectorX<double>& result) const;
  void find_scales();

  const StepProblem& problem_;
  Unknowns unknowns_;
  double length_unit_;      // extent.h [m]
  VectorX<double> scales_;  // one entry per unknown
  std::vector<RowCondition> rows_;
  VectorX<double> weights_, centre_;
  double hold_ = 0;
  double last_turn_ = 0;
  BandedLu banded_;
  SparseLu<double> sparse_;
};

}  // namespace simbench::rigid
