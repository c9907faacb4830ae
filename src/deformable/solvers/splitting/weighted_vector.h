// The reduced coordinates of all batches of a splitting as one vector, each times its w_j. Lengths of such
// vectors are those of ADMM's residuals [√J], so that Anderson's method compares what ADMM compares.
#pragma once

#include "deformable/solvers/splitting/splitting.h"

namespace simbench {

//   batch 0, column 0 │ batch 0, column 1 │ … │ batch 1, column 0 │ …     one entry per element
template <class Real>
class WeightedVector {
 public:
  explicit WeightedVector(const std::vector<typename Splitting<Real>::Batch>& batches) {
    for (const auto& batch : batches) {
      begins_.push_back(size_);
      size_ += batch.z.size();
      weights_.push_back(batch.squared_weights.cwiseSqrt());
    }
  }
  Index size() const { return size_; }

  // Writes a batch's part: W y.
  void store(std::size_t batch, const Reduced<Real>& y, VectorX<Real>& vector) const {
    const VectorX<Real>& w = weights_[batch];
    for (Index i = 0; i < y.cols(); ++i)
      vector.segment(begins_[batch] + i * w.size(), w.size()) = y.col(i).cwiseProduct(w);
  }
  // Reads a batch's part: y.
  void load(std::size_t batch, const VectorX<Real>& vector, Reduced<Real>& y) const {
    const VectorX<Real>& w = weights_[batch];
    for (Index i = 0; i < y.cols(); ++i)
      y.col(i) = vector.segment(begins_[batch] + i * w.size(), w.size()).cwiseQuotient(w);
  }

 private:
  std::vector<VectorX<Real>> weights_;  // w_j
  std::vector<Index> begins_;
  Index size_ = 0;
};

}  // namespace simbench
