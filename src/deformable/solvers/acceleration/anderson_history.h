// Anderson acceleration of a fixed-point iteration u ← G(u) (Anderson 1965; Walker and Ni 2011; Peng et al.
// 2018, Eq. 8 and 9). It knows nothing of what the vectors mean.
#pragma once

#include <vector>

#include "math/types.h"

namespace simbench {

template <class Real>
class AndersonHistory {
 public:
  static constexpr int largest_history = 20;

  // `history`: the columns m that are kept, 0 … largest_history; with 0, accelerated() is the plain map.
  explicit AndersonHistory(int history) : history_(history) {}

  // Forgets all columns, and allocates memory for vectors of this size.
  void reset(Index size);

  // next ← G(u) − ΔG θ with θ = argmin ‖F − ΔF θ‖ and F = G(u) − u. Columns of ΔF and ΔG are differences of
  // successive F and G. Allocates nothing.
  void accelerate(const Eigen::Ref<const VectorX<Real>>& u, const Eigen::Ref<const VectorX<Real>>& map,
                  Eigen::Ref<VectorX<Real>> next);

 private:
  using Small = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, 0, largest_history, largest_history>;

  void add_column(const Eigen::Ref<const VectorX<Real>>& map);

  int history_;
  int count_ = 0;   // of the columns
  int newest_ = 0;  // the place of the next column in the ring
  bool has_last_ = false;
  VectorX<Real> residual_, last_residual_, last_map_;  // F, and F and G of the last call
  std::vector<VectorX<Real>> residual_columns_;        // ΔF
  std::vector<VectorX<Real>> map_columns_;             // ΔG
  Small normal_;                                       // ΔFᵀ ΔF, by places
};

}  // namespace simbench
