// XPBD's form of the laws whose density is a sum of two squares, Ψ = μ A² + λ/2 B²: constraint A of stiffness 2μ, then B
// of stiffness λ (split), or both as one (combined). Either way Σ ½ C²/α = V Ψ.
#pragma once

#include <algorithm>
#include <cmath>

#include "energy/law.h"

namespace simbench {

// Compliances are positive: without λ A is left, and with a negative λ only the combined form, because Ψ ≥ 0.
template <class Real>
int constraint_pair_count(ConstraintForm form, Real lambda) {
  if (form == ConstraintForm::combined) return 1;
  return lambda > 0 ? 2 : lambda == 0 ? 1 : 0;
}

// C = √(2Ψ/x) = √(a/x A² + b/x B²) of stiffness x = max(a, b), for stiffnesses a of A and b of B.
template <class Real>
Constraint<Real> combined_constraint(const Constraint<Real>& A, const Constraint<Real>& B) {
  const Real stiffness = std::max(A.stiffness, B.stiffness);
  const Real a = A.stiffness / stiffness * A.value, b = B.stiffness / stiffness * B.value;
  const Real value = std::sqrt(std::max(a * A.value + b * B.value, Real(0)));
  if (!(value > 0)) return {value, Matrix3<Real>::Zero(), stiffness};
  return {value, (a * A.gradient + b * B.gradient) / value, stiffness};
}

}  // namespace simbench
