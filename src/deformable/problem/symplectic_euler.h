// Symplectic Euler (Ledwon 2024, Eq. 3.3): v_{n+1} = v_n + h (a − M⁻¹∇ψ(q_n)), q_{n+1} = q_n + h v_{n+1}. It
// is stable for h < 2/ω, where ω is the highest frequency.
#pragma once

#include "deformable/problem/implicit_euler.h"

namespace simbench {

class SymplecticEuler final : public ImplicitEuler {
 public:
  static constexpr std::string_view name = "symplectic_euler";
  static constexpr std::string_view summary = "v = v + h M^-1 f(q), then q' = q + h v";
  static constexpr StepFormula formula = StepFormula::symplectic_euler;

  using ImplicitEuler::ImplicitEuler;
};

}  // namespace simbench
