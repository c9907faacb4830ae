// The conditions that poses X and multipliers Λ meet at the solution of a step, and Newton's method on them:
//
//   ∇ ½‖X ⊖ X̃‖²_M − Jᵀ Λ = 0,   c + α̃ Λ + δ (Λ − Λ_c) = 0,   and Λ = 0 in the place of rows that are not active.
//
// δ = 0, unless a method of multipliers asks for it: then a proximal term, which also makes the matrix regular where constraints follow
// from one another. Derivatives of Jᵀ Λ and of the inertial gradient are central differences, whose error of 1e-9 costs Newton nothing that
// one could see, and no type of constraint has to know its second derivatives.
#pragma once

#include <functional>

#include "base/status.h"
#include "math/sparse_lu.h"
#include "rigid/banded_lu.h"
#include "rigid/step_problem.h"

namespace simbench::rigid {

// The type of a hard constraint that has no gradient there; empty if all have one.
std::string_view type_without_direction(const StepProblem<double>& problem, const Poses<double>& poses);
// What that means.
std::string no_direction(std::string_view type);

// Unknowns: dx and dθ of the bodies that have them, and Λ, body by body along the constraints so that a chain's matrix is banded.
// Everything is scaled by effective masses, so that a row of momentum and one of error are both in √kg m.
class Optimality {
 public:
  // The problem must outlive it.
  explicit Optimality(const StepProblem<double>& problem);

  // 2-norm of what is left of all conditions.
  double residual(const Poses<double>& poses, const VectorX<double>& multipliers) const;
  // What rounding alone leaves of it there.
  double rounding(const Poses<double>& poses) const;
  // Goes a step of Newton's method from there, or a part of it. False, and nothing moves, if its matrix is singular or not finite, as where constraints
  // follow from others.
  bool step(Poses<double>& poses, VectorX<double>& multipliers, double part = 1);
  // Why step() has found no way from there.
  Failure failure_of_step(const Poses<double>& poses, const VectorX<double>& multipliers);
  double last_turn() const { return last_turn_; }  // the largest |dθ| of the last step [rad]

  // Rows that are equations; the others are left out.
  void set_active(const std::vector<bool>& active) { active_ = active; }
  // δ of each row [1/kg], and Λ_c.
  void set_proximal(const VectorX<double>& weights, const VectorX<double>& centre) {
    weights_ = weights;
    centre_ = centre;
  }
  // σ: adds σ M to the Hessian, which holds bodies back where they are.
  void set_hold(double hold) { hold_ = hold; }
  // K_rr + α̃ of each row at X̃ [1/kg].
  VectorX<double> effective_inverse_masses() const;
  // A δ that makes the matrix regular where constraints follow from others, and changes little else.
  VectorX<double> small_weights() const { return 1e-8 * effective_inverse_masses(); }

 private:
  VectorX<double> conditions(const Poses<double>& poses, const VectorX<double>& multipliers) const;
  // add(row, column, value) of the conditions' derivatives.
  void differentiate(const Poses<double>& poses, const VectorX<double>& multipliers,
                     const std::function<void(int, int, double)>& add) const;
  void add(int body, const Eigen::Matrix<double, 6, 1>& values, VectorX<double>& result) const;
  void number_unknowns();
  void find_scales();

  const StepProblem<double>& problem_;
  std::vector<std::array<int, 6>> unknowns_;  // of each body; −1: it does not move so
  std::vector<int> rows_;                     // place of each row among the unknowns
  int size_ = 0;
  Index bandwidth_ = 0;
  VectorX<double> scales_;  // of each unknown
  std::vector<bool> active_;
  VectorX<double> weights_, centre_;
  double hold_ = 0;
  double last_turn_ = 0;
  BandedLu banded_;
  SparseLu<double> sparse_;
};

}  // namespace simbench::rigid
