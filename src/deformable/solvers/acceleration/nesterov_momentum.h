// Nesterov's momentum (Nesterov 1983; Beck and Teboulle 2009): y_k = x_k + (t_{k−1} − 1)/t_k (x_k − x_{k−1}).
#pragma once

#include <cmath>

namespace simbench {

template <class Real>
class NesterovMomentum {
 public:
  // (t_{k−1} − 1)/t_k with t_k = (1 + √(1 + 4 t_{k−1}²))/2; the first one is 0.
  Real next() {
    const Real before = t_;
    t_ = (1 + std::sqrt(1 + 4 * t_ * t_)) / 2;
    return (before - 1) / t_;
  }
  // The momentum begins anew (O'Donoghue and Candès 2015).
  void restart() { t_ = 1; }

 private:
  Real t_ = 1;
};

}  // namespace simbench
