// XPBD's constraints of laws whose density is a sum of two squares, Ψ = a/2 A² + b/2 B². Split: constraint A
// with stiffness a, then B with stiffness b. Combined: both as one constraint. In both forms Σ ½ C²/α = V Ψ.
#pragma once

#include <cmath>

#include "deformable/energy/law.h"

namespace simbench {

// The number of constraints. A compliance must be positive: if λ = 0, only A remains; if λ < 0, only the
// combined form is possible, because Ψ ≥ 0.
template <class Number>
int constraint_pair_count(ConstraintForm form, Number lambda) {
  if (is_combined(form)) return 1;
  return all_of(lambda > 0) ? 2 : all_of(lambda == 0) ? 1 : 0;
}

// C = √(2Ψ/x) = √(a/x A² + b/x B²) with the stiffness x = max(a, b), where a and b are the stiffnesses of A
// and B.
template <class Number>
Constraint<Number> combined_constraint(const Constraint<Number>& A, const Constraint<Number>& B) {
  using std::sqrt;
  const Number stiffness = select(A.stiffness > B.stiffness, A.stiffness, B.stiffness);
  const Number a = A.stiffness / stiffness * A.value, b = B.stiffness / stiffness * B.value;
  const Number square = a * A.value + b * B.value, value = sqrt(select(square < 0, Number(0), square));
  return {value, quotient_or_zero<Number>(a * A.gradient + b * B.gradient, value), stiffness};
}

}  // namespace simbench
