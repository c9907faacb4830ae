// Gauss–Seidel over the one-sided constraints C >= 0 of terms, such as contact (Macklin et al. 2014, Sec. 6,
// with the compliance of Macklin et al. 2016): a constraint pushes only, λ >= 0. Friction undoes the slip of
// a pair since the origin of velocities, up to Coulomb's bound |λ_t| <= μ λ (Müller et al. 2007, Macklin et
// al. 2014; with multipliers as Müller et al. 2020 have them): it sticks, and does not creep.
#pragma once

#include "deformable/problem/incremental_potential.h"

namespace simbench {

template <class Real>
class OneSidedSweep {
 public:
  // α̃ = compliance_scale · α. `part` of each correction is applied. The problem must outlive the step.
  void begin_step(const IncrementalPotential<Real>& problem, Real compliance_scale, Real part);
  // Makes the constraints for the way from the start of the step to the positions, and solves them one after
  // the other. A constraint that the last sweep had keeps its multiplier.
  void run(Positions<Real>& positions);
  void drop_multipliers();  // λ = 0

 private:
  struct Row {
    OneSidedConstraint<Real> constraint;
    Real friction = 0;                                 // μ
    Real multiplier = 0;                               // λ
    Vector3<Real> tangential = Vector3<Real>::Zero();  // λ_t
  };
  // The constraints of a term, with the multipliers of the last sweep.
  void renew(std::vector<Row>& rows, const std::vector<OneSidedConstraint<Real>>& constraints) const;
  void solve(Row& row, Positions<Real>& positions) const;
  // Friction, after the push.
  void undo_slip(Row& row, Positions<Real>& positions) const;

  const IncrementalPotential<Real>* problem_ = nullptr;
  VectorX<Real> inverse_masses_;  // [1/kg]
  Positions<Real> start_;
  Real compliance_scale_ = 0, part_ = 1;
  std::vector<std::vector<Row>> rows_;  // of each term
};

}  // namespace simbench
