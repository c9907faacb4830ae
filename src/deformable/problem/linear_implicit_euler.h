// Linearly implicit Euler (Ledwon 2024, Eq. 3.8 and 3.9): (M − h²K) v_{n+1} = M v_n + h f(q_n) with K =
// −∇²ψ(q_n), then q_{n+1} = q_n + h v_{n+1}. This is one step of Newton's method on implicit Euler's
// objective from q_n, with the exact Hessian and without a line search.
#pragma once

#include "deformable/problem/implicit_euler.h"

namespace simbench {

class LinearImplicitEuler final : public ImplicitEuler {
 public:
  static constexpr std::string_view name = "linear_implicit_euler";
  static constexpr std::string_view summary = "a step of Newton's method from q on implicit Euler";
  static constexpr StepFormula formula = StepFormula::linear_implicit_euler;

  using ImplicitEuler::ImplicitEuler;
};

}  // namespace simbench
