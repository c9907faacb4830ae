// XPBD's Gauss–Seidel sweep over the constraints of a potential (Macklin et al. 2016, Eq. 17–18; Ledwon 2024, Eq. 3.53 and 3.54).
#pragma once

#include <memory>
#include <span>

#include "energy/potential.h"

namespace simbench {

// Solves the constraints of the elements one after the other and keeps their multipliers λ, zero unless set, from sweep to sweep.
template <class Real>
class ConstraintSweep {
 public:
  virtual ~ConstraintSweep() = default;
  // Returns how many constraints it has skipped, although they do not hold, because they have no gradient there.
  virtual Index run(Positions<Real>& positions) = 0;
  virtual Reduced<Real> multipliers() const = 0;  // elements × constraints
  virtual void set_multipliers(const Reduced<Real>& multipliers) = 0;
};

// What PBD makes of a constraint: the part k of each correction that is applied, and whether the constraint is the energy,
// ½ stiffness C², in the place of C.
template <class Real>
struct Correction {
  Real part = 1;
  bool of_energy = false;
};

// Whether a law's constraints are inequalities C ≥ 0, whose multipliers are never negative.
template <class Elements>
constexpr bool has_inequality = requires(const Elements& elements) {
  elements.pack_law().is_inequality;
};
bool is_inequality(const Potential<double>& potential);

// How many constraints each element has; 0: the law has no XPBD form.
int constraint_count(const Potential<double>& potential, ConstraintForm form);

// Whether the energy is ½ stiffness C² of one constraint that vanishes at rest, so that it can be enforced without compliance.
bool has_energy_constraint(const Potential<double>& potential);

// Over the elements in the given order; α̃ = compliance_scale · α; inverse_masses [1/kg]. The potential must outlive the sweep,
// and have constraints of that form.
template <class Real>
std::unique_ptr<ConstraintSweep<Real>> constraint_sweep(const Potential<Real>& potential, ConstraintForm form,
                                                        Real compliance_scale, std::span<const int> order,
                                                        const VectorX<Real>& inverse_masses,
                                                        const Correction<Real>& correction = {});

}  // namespace simbench
