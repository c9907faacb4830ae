// The stiffness k of the quadratic that replaces a law in L-BFGS's S, for any interval of stretches (Liu et
// al. 2017, Eq. 17; Ledwon 2024, Eq. 3.84): argmin ∫ (k(σ − 1) − ∂Ψ/∂σ₁(σ,1,1))² dσ.
#pragma once

#include "config/fields.h"
#include "deformable/energy/potential.h"
#include "math/lanes.h"

namespace simbench {

struct StretchInterval {
  double from = 0.5, to = 1.5;
  void describe(config::Fields& fields);
};

// k = ∫ (σ − 1) ∂Ψ/∂σ₁ dσ/∫ (σ − 1)² dσ, by Simpson's rule.
template <class Number, class Law>
Number stiffness_over(const StretchInterval& interval, const Law& law) {
  constexpr int panels = 1000;
  const double width = (interval.to - interval.from) / panels;
  Number work = 0;
  double square = 0;
  for (int i = 0; i <= panels; ++i) {
    const double weight = i == 0 || i == panels ? 1 : i % 2 == 1 ? 4 : 2;
    const double stretch = interval.from + i * width, strain = stretch - 1;
    const Vector3<Number> stretches(number<Number>(stretch), Number(1), Number(1));
    work += number<Number>(weight * strain) * law.gradient(stretches)[0];
    square += weight * strain * strain;
  }
  return work / number<Number>(square);
}

// The stiffnesses of the potential's elements for this interval. For [0.5, 1.5], laws have closed forms, and
// the result is Potential::stiffnesses(). Laws without stretches, such as springs, always give that result.
template <class Real>
VectorX<Real> stiffnesses_over(const StretchInterval& interval, const Potential<Real>& potential);

}  // namespace simbench
