// The relaxation ξ of a sweep, by a rule that watches the sweeps (Waterson 2026, Sec. 4.9, made definite).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "rigid/step_problem.h"

namespace simbench::rigid {

// Young's relation (Eq. 8.17) the other way round: in windows of six sweeps with one ξ, the rate l of the changes ‖Λ_k − Λ_{k−1}‖ tells the
// Jacobi radius μ, and that the best ξ. Where l is not above ξ − 1 a complex pair of eigenvalues says nothing about μ, and ξ goes down.
class AdaptiveRelaxation {
 public:
  double value() const { return relaxation_; }
  // After each sweep, with the size of its change.
  void watch(double change) {
    changes_[static_cast<std::size_t>(count_++)] = change;
    if (count_ < window) return;
    count_ = 0;
    const double first = changes_.front(), last = changes_.back();
    if (first == 0 || last == 0) return;  // nothing changes any more
    const double rate = std::pow(last / first, 1.0 / (window - 1)), xi = relaxation_;
    if (rate >= 1) {
      relaxation_ = 1 + 0.9 * (xi - 1);
    } else if (rate > xi - 1 + 0.05 * (2 - xi)) {
      const double square = std::min(1.0, (rate + xi - 1) * (rate + xi - 1) / (xi * xi * rate));  // μ²
      relaxation_ = std::min(1.99, 2 / (1 + std::sqrt(1 - square)));  // the smaller root of ξ²μ² = 4 (ξ − 1)
    } else {
      relaxation_ = 1 + 0.97 * (xi - 1);
    }
  }

 private:
  static constexpr int window = 6;
  std::array<double, window> changes_{};
  int count_ = 0;
  double relaxation_ = 1;
};

// The ξ that minimises the spectral radius of a sweep over the linearised constraints at X̃, by Young's formula ξ = 2/(1 + √(1 − μ²)) with μ the
// spectral radius of block Jacobi there (Eq. 8.17). It is that of constraints in a consistent order, as those of a chain or a tree
// are; elsewhere a guess, from the slow end of the spectrum where block Jacobi diverges.
double optimal_relaxation(const StepProblem<double>& problem);

// Up while the error falls, down when it rises (Sec. 4.9.3).
class ResidualRelaxation {
 public:
  explicit ResidualRelaxation(double first_error) : last_(first_error) {}
  double value() const { return relaxation_; }
  // After each sweep, with |c|.
  void watch(double error) {
    relaxation_ = error < last_ ? std::min(1.95, relaxation_ + 0.05) : std::max(1.0, relaxation_ - 0.1);
    last_ = error;
  }

 private:
  double last_;
  double relaxation_ = 1;
};

}  // namespace simbench::rigid
