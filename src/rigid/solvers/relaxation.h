// Rules for the relaxation ξ that observe the sweeps (Waterson 2026, Sec. 4.9, with fixed values of the
// parameters).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <variant>

#include "rigid/problem/step_problem.h"

namespace simbench::rigid {

// Inverts Young's relation (Eq. 8.17). In windows of six sweeps with the same ξ, the rate l of the changes
// ‖Λ_k − Λ_{k−1}‖ gives the Jacobi radius μ, and μ gives the best ξ. If l is not above ξ − 1, a complex pair
// of eigenvalues hides μ, and ξ is lowered.
class AdaptiveRelaxation {
 public:
  double value() const { return relaxation_; }
  // Call this after each sweep with the norm of its change.
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

// The ξ that minimises the spectral radius of a sweep over the linearised constraints at X̃, by Young's
// formula ξ = 2/(1 + √(1 − μ²)) with the spectral radius μ of block Jacobi (Eq. 8.17). The formula holds for
// constraints in a consistent order, such as those of a chain or a tree. For other constraints the result is
// a guess. If block Jacobi diverges, μ is computed from the smallest eigenvalue only.
double optimal_relaxation(const StepProblem& problem);

// Raises ξ while the error falls and lowers it when the error rises (Sec. 4.9.3).
class ResidualRelaxation {
 public:
  explicit ResidualRelaxation(double first_error) : last_(first_error) {}
  double value() const { return relaxation_; }
  // Call this after each sweep with |c|.
  void watch(double error) {
    relaxation_ = error < last_ ? std::min(1.95, relaxation_ + 0.05) : std::max(1.0, relaxation_ - 0.1);
    last_ = error;
  }

 private:
  double last_;
  double relaxation_ = 1;
};

class FixedRelaxation {
 public:
  explicit FixedRelaxation(double relaxation = 1) : relaxation_(relaxation) {}
  double value() const { return relaxation_; }

 private:
  double relaxation_;
};

using Relaxation = std::variant<FixedRelaxation, AdaptiveRelaxation, ResidualRelaxation>;
inline double value_of(const Relaxation& relaxation) {
  return std::visit([](const auto& rule) { return rule.value(); }, relaxation);
}

}  // namespace simbench::rigid
