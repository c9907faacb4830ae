// The weights of ADMM: how they are chosen, and a rule that chooses them while it iterates.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <variant>

#include "config/fields.h"
#include "deformable/solvers/splitting/splitting.h"

namespace simbench {

// The rule for the weights w_j. All rules except FixedWeight set w_j = c √(k V_j).
struct AutomaticFactor {};  // AutomaticWeight finds c
struct FixedFactor {
  double c = 0.3;  // the thesis uses 0.3
};
// The c that `simbench tune` has stored for the scene. A FixedFactor with that c replaces it before a solver
// is made.
struct TunedFactor {};
struct FixedWeight {
  double w = 1;  // of all tets and springs [√J]
};
using WeightChoice = std::variant<AutomaticFactor, FixedFactor, TunedFactor, FixedWeight>;

// "weight" is a word or a number. "weight_factor" without "weight" means the word "factor".
void describe_weight(config::Fields& fields, WeightChoice& choice);

// A rule for ADMM's weight factor c in w_j = c √(k V_j), found by experiments on strain problems. It answers
// an open question of the thesis for the strain law. With c = 1 ADMM is almost PD, and PD's contraction ρ
// measures how stiff the problem is. The stiffer the problem, the smaller the best c, which is about ((1 −
// ρ)/ρ)^¼. But if tets are compressed, ψ + w²/2 ‖·‖² is convex only for c² ≥ 2κ, with κ = max 2/(σ_i + σ_j) −
// 1 over tets and pairs of stretches, and with a smaller c ADMM stops converging. Hence
//
//   c = 1 for the first 10 iterations, then every 10 iterations  c = min(1, max(√(2.2 κ), ((1 − ρ)/ρ)^¼)).
class AutomaticWeight {
 public:
  static constexpr int period = 10;  // iterations

  // Call this after each iteration with the length of its step, ‖q_k − q_{k−1}‖ [m].
  void record_move(double distance) {
    ++iterations_;
    if (iterations_ == period && last_move_ > 0)
      contraction_ = std::min(distance / last_move_, largest_contraction);
    last_move_ = distance;
  }
  bool is_due() const { return iterations_ > 0 && iterations_ % period == 0; }
  double factor(double compression) const {
    const double by_stiffness = contraction_ > 0 ? std::pow((1 - contraction_) / contraction_, 0.25) : 1;
    return std::min(1.0, std::max(std::sqrt(2.2 * std::max(compression, 0.0)), by_stiffness));
  }

 private:
  static constexpr double largest_contraction = 1 - 1e-6;  // c ≥ 0.03, also while PD does not contract yet

  int iterations_ = 0;
  double last_move_ = 0;
  double contraction_ = 0;  // ρ
};

// κ: max of 2/(σ_i + σ_j) − 1 over all tets and pairs of stretches, and of 1/σ − 1 over the stretches of
// triangles; infinite if a sum is not positive, in inverted tets.
template <class Real>
Real largest_compression(const Splitting<Real>& splitting);

}  // namespace simbench
