// The weights ω_k of the Chebyshev semi-iteration (Wang 2015, Alg. 1): q_{k+1} = ω_{k+1} (γ (G(q_k) − q_k) +
// q_k − q_{k−1}) + q_{k−1}, for a map G whose errors shrink at least by the factor ρ.
#pragma once

namespace simbench {

template <class Real>
class ChebyshevWeights {
 public:
  ChebyshevWeights() = default;
  // 0 ≤ ρ < 1.
  explicit ChebyshevWeights(Real rho) : rho_(rho) {}

  // ω₁ = 1, ω₂ = 2/(2 − ρ²), ω_{k+1} = 4/(4 − ρ² ω_k).
  Real next() {
    ++count_;
    if (count_ == 2) weight_ = 2 / (2 - rho_ * rho_);
    if (count_ > 2) weight_ = 4 / (4 - rho_ * rho_ * weight_);
    return weight_;
  }

 private:
  Real rho_ = 0;
  Real weight_ = 1;
  int count_ = 0;
};

}  // namespace simbench
