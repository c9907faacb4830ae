// The XPBD constraints of all elements of a potential, linearised at given positions: C, J = ∂C/∂q and α. A
// sweep solves constraints one by one, but XPBD's residuals and the global solver need all of them at once
// (Ledwon 2024, Eq. 3.48 to 3.52).
#pragma once

#include <memory>
#include <span>

#include "deformable/solvers/solver.h"

namespace simbench {

// For a density Ψ = k/2 ‖y − p(y)‖², `scalar` is the law's own constraint ‖y − p(y)‖. `vector` has one
// constraint of stiffness k per entry of y − p(y); in the strain law this is F − R. Other laws have no
// vector.
enum class ConstraintRows { scalar, vector };

template <class Real>
class ConstraintSystem {
 public:
  virtual ~ConstraintSystem() = default;

  virtual const Potential<Real>& potential() const = 0;

  // 1/α = stiffness · w, infinite for hard constraints; elements × constraints per element.
  const Reduced<Real>& stiffnesses() const { return stiffnesses_; }

  // Whether α = 0; the stiffnesses are infinite then.
  bool is_hard() const { return is_hard_; }

  // Whether the constraints are C ≥ 0 with λ ≥ 0 instead of C = 0.
  bool is_inequality() const { return is_inequality_; }

  // C, elements × constraints; infinite if a constraint has neither value nor gradient (an inverted tet of
  // Neo-Hookean).
  virtual void values(const Positions<Real>& positions, Reduced<Real>& C) const = 0;
  // Adds Jᵀ y to `result`.
  virtual void add_transposed(const Positions<Real>& positions, const Reduced<Real>& y,
                              Positions<Real>& result) const = 0;
  // All that a look at an iterate needs of these elements, in one pass: overwrites C like values(), adds Jᵀ y
  // to `transposed` and ∂E/∂q to `gradient`, and returns E like the potential's add_gradient(). Each number
  // has the bits that the separate functions give. Only for scalar rows.
  virtual Real look(const Positions<Real>& positions, const Reduced<Real>& y, Reduced<Real>& C,
                    Positions<Real>& transposed, Positions<Real>& gradient) const = 0;
  // J d, elements × constraints.
  virtual void product(const Positions<Real>& positions, const Positions<Real>& d,
                       Reduced<Real>& result) const = 0;
  // ∂C/∂x of each constraint for each vertex of its element, ordered by element, then by constraint, then by
  // vertex.
  virtual void gradients(const Positions<Real>& positions, std::span<Vector3<Real>> result) const = 0;
  // ∂²C/∂x_a∂x_b of each constraint for each pair (a, b) of vertices of its element, ordered by element, then
  // by constraint, then by a, then by b. Only if missing_hessians() is empty.
  virtual void hessians(const Positions<Real>& positions, std::span<Matrix3<Real>> result) const = 0;
  // Adds Jᵀ α⁻¹ J, which has the pattern of the potential's Hessian. Not for hard constraints.
  virtual void add_normal_matrix(const Positions<Real>& positions, BlockMatrix<Real>& matrix) const = 0;

 protected:
  Reduced<Real> stiffnesses_;
  bool is_hard_ = false;
  bool is_inequality_ = false;
};

// Describes the settings `form` and `energy_shift` of solvers that use XPBD's constraints.
void describe_form(config::Fields& fields, ConstraintForm& form);

// A sentence that names a potential without constraints of these rows; empty if all potentials have them.
// `form` is the form of scalar constraints. Hard constraints always are scalar.
Declines missing_constraints(const Potentials<double>& potentials, ConstraintRows rows, ConstraintForm form);

// A sentence that names a potential whose constraints have no second derivatives here; empty if all have
// them.
Declines missing_hessians(const Potentials<double>& potentials);

// A sentence that names an inequality among the potentials, for solvers that do not support inequalities;
// empty if there is none.
Declines refused_inequality(const Potentials<double>& potentials);

// The potential must outlive the system and have constraints of these rows and this form.
template <class Real>
std::unique_ptr<ConstraintSystem<Real>> constraint_system(const Potential<Real>& potential,
                                                          ConstraintRows rows, ConstraintForm form);

}  // namespace simbench
