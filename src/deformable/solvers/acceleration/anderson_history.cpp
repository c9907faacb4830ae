#include "deformable/solvers/acceleration/anderson_history.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

namespace simbench {

template <class Real>
void AndersonHistory<Real>::reset(Index size) {
  count_ = newest_ = 0;
  has_last_ = false;
  for (VectorX<Real>* vector : {&residual_, &last_residual_, &last_map_}) vector->resize(size);
  for (auto* columns : {&residual_columns_, &map_columns_})
    columns->assign(static_cast<std::size_t>(history_), VectorX<Real>(size));
  normal_.setZero(history_, history_);
}

// Writes ΔF and ΔG over the oldest column, and the products of ΔF with all columns.
template <class Real>
void AndersonHistory<Real>::add_column(const Eigen::Ref<const VectorX<Real>>& map) {
  VectorX<Real>& column = residual_columns_[newest_];
  column = residual_ - last_residual_;
  map_columns_[newest_] = map - last_map_;
  count_ = std::min(count_ + 1, history_);
  for (int j = 0; j < count_; ++j)
    normal_(j, newest_) = normal_(newest_, j) = column.dot(residual_columns_[j]);
  newest_ = (newest_ + 1) % history_;
}

template <class Real>
void AndersonHistory<Real>::accelerate(const Eigen::Ref<const VectorX<Real>>& u,
                                       const Eigen::Ref<const VectorX<Real>>& map,
                                       Eigen::Ref<VectorX<Real>> next) {
  residual_ = map - u;
  if (history_ > 0 && has_last_) add_column(map);
  std::swap(residual_, last_residual_);  // F is now the last one
  last_map_ = map;
  has_last_ = true;
  next = map;
  if (count_ == 0) return;

  // Columns are scaled to length one, so that the rank does not depend on their units (Peng et al.'s code).
  constexpr Real smallest = Real(1e-14);
  Eigen::Matrix<Real, Eigen::Dynamic, 1, 0, largest_history, 1> scales(count_), right(count_);
  for (int j = 0; j < count_; ++j) {
    scales[j] = 1 / std::max(std::sqrt(normal_(j, j)), smallest);
    right[j] = scales[j] * residual_columns_[j].dot(last_residual_);
  }
  const Small scaled = scales.asDiagonal() * normal_.topLeftCorner(count_, count_) * scales.asDiagonal();
  const Eigen::CompleteOrthogonalDecomposition<Small> decomposition(scaled);
  const auto theta = (scales.asDiagonal() * decomposition.solve(right)).eval();
  for (int j = 0; j < count_; ++j) next -= theta[j] * map_columns_[j];
}

template class AndersonHistory<double>;
template class AndersonHistory<float>;

}  // namespace simbench
