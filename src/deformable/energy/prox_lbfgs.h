// The proximal map of prox.h by L-BFGS (Nocedal and Wright 2006, Alg. 7.4 and Eq. 7.20) on the three signed
// stretches, as the thesis and the code of Overby et al. 2017 compute it. It needs no second derivatives. It
// is meant to be stopped after a few iterations, which leaves an error in z.
#pragma once

#include <array>
#include <limits>

#include "math/lanes.h"
#include "math/types.h"

namespace simbench {

// The last pairs (s, y) of changes of the stretches and of the gradient, and the scaled identity that they
// correct.
template <class Number>
class StretchPairs {
 public:
  static constexpr int history = 5;

  explicit StretchPairs(const Number& first_scale) : scale_(first_scale) {}

  // H g by the two-loop recursion.
  Vector3<Number> times(const Vector3<Number>& g) const {
    std::array<Number, history> coefficients;
    const int oldest = count_ > history ? count_ - history : 0;
    Vector3<Number> result = g;
    for (int i = count_ - 1; i >= oldest; --i) {
      const Pair& pair = pairs_[i % history];
      coefficients[i % history] = pair.inverse_curvature * pair.s.dot(result);
      result -= coefficients[i % history] * pair.y;
    }
    result *= scale_;
    for (int i = oldest; i < count_; ++i) {
      const Pair& pair = pairs_[i % history];
      const Number coefficient = coefficients[i % history] - pair.inverse_curvature * pair.y.dot(result);
      result += coefficient * pair.s;
    }
    return result;
  }

  // Replaces the oldest pair. In lanes where the curvature sᵀy is not positive, the new pair has no effect.
  void add(const Vector3<Number>& s, const Vector3<Number>& y) {
    const Number curvature = s.dot(y), square = y.squaredNorm();
    const auto is_positive = curvature > 0 && square > 0;
    Pair& pair = pairs_[count_ % history];
    for (int i = 0; i < 3; ++i) {
      pair.s[i] = select(is_positive, s[i], Number(0));
      pair.y[i] = select(is_positive, y[i], Number(0));
    }
    pair.inverse_curvature = select(is_positive, Number(1 / curvature), Number(0));
    scale_ = select(is_positive, Number(curvature / square), scale_);
    ++count_;
  }

 private:
  struct Pair {
    Vector3<Number> s, y;
    Number inverse_curvature;  // 1/(sᵀy)
  };

  std::array<Pair, history> pairs_;
  int count_ = 0;  // of all pairs, also of those that were replaced
  Number scale_;   // γ
};

// The stretches that minimise ψ(σ) + r/2 ‖σ − target‖², or those after `maximum_iterations`. Starts where
// Newton's method does, with γ = 1/(k + r) and k = quadratic_stiffness(). Each iteration halves the step
// until the objective falls; or the gradient, once the expected decrease of the objective is below its
// rounding error. A long first step may lead to another minimum than the nearest one.
template <class Law, class Number>
Vector3<Number> prox_stretches_by_lbfgs(const Law& law, const Vector3<Number>& target,
                                        const std::type_identity_t<Number>& r, int maximum_iterations) {
  using std::abs;
  using Real = RealOf<Number>;
  constexpr Real precision = std::numeric_limits<Real>::epsilon();
  constexpr Real least_unresolved = Real(0.1);  // of α, where only the gradient still falls
  const Number curvature = law.quadratic_stiffness() + r;
  const auto objective = [&](const Vector3<Number>& stretches) -> Number {
    return law.density(stretches) + r * (stretches - target).squaredNorm() / 2;
  };
  const auto gradient_at = [&](const Vector3<Number>& stretches) -> Vector3<Number> {
    return law.gradient(stretches) + r * (stretches - target);
  };
  Vector3<Number> stretches = target;
  if constexpr (requires { law.prox_start(target); }) stretches = law.prox_start(target);
  Number value = objective(stretches);
  Vector3<Number> gradient = gradient_at(stretches);
  StretchPairs<Number> pairs(1 / curvature);
  auto is_active = value < std::numeric_limits<Real>::infinity();
  for (int iteration = 0; iteration < maximum_iterations && any_of(is_active); ++iteration) {
    const Vector3<Number> step = -pairs.times(gradient);
    const Number rounding = 4 * precision * (curvature * stretches.squaredNorm() + abs(value));
    const auto is_resolved = -gradient.dot(step) > rounding;

    Vector3<Number> trial = stretches + step, trial_gradient = gradient_at(trial);
    Number trial_value = objective(trial);
    const auto is_lower = [&] {
      return (is_resolved && trial_value < value) ||
             (!is_resolved && trial_gradient.squaredNorm() < gradient.squaredNorm());
    };
    for (Real alpha = 1; alpha > precision; alpha /= 2) {
      auto is_too_far = is_active && !is_lower();
      if (alpha < least_unresolved) is_too_far = is_too_far && is_resolved;
      if (!any_of(is_too_far)) break;
      const Vector3<Number> nearer = stretches + alpha / 2 * step, nearer_gradient = gradient_at(nearer);
      trial_value = select(is_too_far, objective(nearer), trial_value);
      for (int i = 0; i < 3; ++i) {
        trial[i] = select(is_too_far, nearer[i], trial[i]);
        trial_gradient[i] = select(is_too_far, nearer_gradient[i], trial_gradient[i]);
      }
    }
    is_active = is_active && is_lower();
    pairs.add(trial - stretches, trial_gradient - gradient);
    value = select(is_active, trial_value, value);
    for (int i = 0; i < 3; ++i) {
      stretches[i] = select(is_active, trial[i], stretches[i]);
      gradient[i] = select(is_active, trial_gradient[i], gradient[i]);
    }
  }
  return stretches;
}

}  // namespace simbench
