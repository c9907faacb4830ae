// The XPBD constraints of all elements of a potential at once, linearised at given positions: C, J = ∂C/∂q and α. A sweep solves
// them one after the other; the residuals of XPBD and the global solver need them together (Ledwon 2024, Eq. 3.48 to 3.52).
#pragma once

#include <memory>
#include <span>

#include "solver/solver.h"

namespace simbench {

// Of a potential whose density is Ψ = k/2 ‖y − p(y)‖², the law's own constraint is ‖y − p(y)‖, and `vector` has one for each entry
// of y − p(y), of stiffness k: F − R of the strain law. Other laws have no vector.
enum class ConstraintRows { scalar, vector };

template <class Real>
class ConstraintSystem {
 public:
  virtual ~ConstraintSystem() = default;

  // 1/α = stiffness · w, elements × constraints of an element.
  const Reduced<Real>& stiffnesses() const { return stiffnesses_; }

  // Whether the constraints are C ≥ 0 with λ ≥ 0 instead of C = 0.
  bool is_inequality() const { return is_inequality_; }

  // C, elements × constraints; infinite where a constraint has neither value nor gradient (an inverted tet of Neo-Hookean).
  virtual void values(const Positions<Real>& positions, Reduced<Real>& C) const = 0;
  // Adds Jᵀ y to `result`.
  virtual void add_transposed(const Positions<Real>& positions, const Reduced<Real>& y,
                              Positions<Real>& result) const = 0;
  // J d, elements × constraints.
  virtual void product(const Positions<Real>& positions, const Positions<Real>& d,
                       Reduced<Real>& result) const = 0;
  // ∂C/∂x of each constraint and vertex of its element: constraint by constraint of element by element, each with its vertices.
  virtual void gradients(const Positions<Real>& positions, std::span<Vector3<Real>> result) const = 0;
  // Adds Jᵀ α⁻¹ J, which has the pattern of the potential's Hessian.
  virtual void add_normal_matrix(const Positions<Real>& positions, BlockMatrix<Real>& matrix) const = 0;

 protected:
  Reduced<Real> stiffnesses_;
  bool is_inequality_ = false;
};

// The setting `form` of solvers that take XPBD's constraints.
void describe_form(config::Fields& fields, ConstraintForm& form);

// Which of the potentials has no constraints of these rows, in a sentence; empty if all have. The form is that of scalar ones.
Declines missing_constraints(const Potentials<double>& potentials, ConstraintRows rows, ConstraintForm form);

// The inequality among the potentials, in a sentence for solvers that cannot take one; empty if there is none.
Declines refused_inequality(const Potentials<double>& potentials);

// The potential must outlive the system, and have constraints of these rows and form.
template <class Real>
std::unique_ptr<ConstraintSystem<Real>> constraint_system(const Potential<Real>& potential,
                                                          ConstraintRows rows, ConstraintForm form);

}  // namespace simbench
