// XPBD's Gauss–Seidel sweep over the constraints of a potential (Macklin et al. 2016, Eq. 17–18; Ledwon 2024,
// Eq. 3.53 and 3.54).
#pragma once

#include <memory>
#include <span>

#include "deformable/energy/potential.h"

namespace simbench {

// Solves the constraints of the elements one after the other. The first sweep starts with multipliers
// λ = 0, or with those of set_multipliers(). Each further sweep starts with λ of the previous sweep.
template <class Real>
class ConstraintSweep {
 public:
  virtual ~ConstraintSweep() = default;
  // Returns the number of skipped constraints: constraints that are violated and have no gradient.
  virtual Index run(Positions<Real>& positions) = 0;
  virtual Reduced<Real> multipliers() const = 0;  // elements × constraints
  virtual void set_multipliers(const Reduced<Real>& multipliers) = 0;
  virtual void drop_multipliers() = 0;  // λ = 0
};

// How a constraint is corrected. `part`: PBD applies this fraction k of each correction. `of_energy`: PBD's
// constraint is the energy ½ stiffness C² instead of C. XPBD's damping has γ = α̃ β̃/h, and the positions from
// which velocities are measured; they must outlive the sweep.
template <class Real>
struct Correction {
  Real part = 1;
  bool of_energy = false;
  Real damping = 0;                                  // γ
  const Positions<Real>* velocity_origin = nullptr;  // q_n; set if γ > 0
  bool operator==(const Correction&) const = default;
};

// Whether the law's constraints are inequalities C ≥ 0, whose multipliers are never negative.
template <class Elements>
constexpr bool has_inequality = requires(const Elements& elements) {
  elements.pack_law().is_inequality;
};
bool is_inequality(const Potential<double>& potential);

// Whether the second derivatives of the law's constraints are known.
template <class Elements>
constexpr bool has_constraint_hessian = requires(const Elements& elements,
                                                 const typename Elements::Reduction& y) {
  elements.pack_law().constraint_hessian(ConstraintForm::split, 0, y);
};

// The number of constraints of each element; 0 if the law has no XPBD form.
int constraint_count(const Potential<double>& potential, ConstraintForm form);

// Whether the energy is ½ stiffness C² of a single constraint that is zero at rest. Such a constraint can be
// enforced without compliance.
bool has_energy_constraint(const Potential<double>& potential);

// Makes a sweep over the elements in the given order, with α̃ = compliance_scale · α and inverse_masses
// [1/kg]. The potential must outlive the sweep and have constraints of this form.
template <class Real>
std::unique_ptr<ConstraintSweep<Real>> constraint_sweep(const Potential<Real>& potential, ConstraintForm form,
                                                        Real compliance_scale, std::span<const int> order,
                                                        const VectorX<Real>& inverse_masses,
                                                        const Correction<Real>& correction = {});

}  // namespace simbench
