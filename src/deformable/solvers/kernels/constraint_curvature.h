// The second derivatives of constraints, ∇²C, weighted by multipliers: the geometric stiffness Σ Λ_j ∇²C_j =
// ∂(JᵀΛ)/∂q, which XPBD drops (Ledwon 2024, Eq. 3.45; Tournier et al. 2015); and dᵀ ∇²C d, the second
// derivative of C along a motion d.
#pragma once

#include "deformable/solvers/kernels/constraint_system.h"

namespace simbench {

template <class Real>
class ConstraintCurvature {
 public:
  using Systems = std::vector<std::unique_ptr<ConstraintSystem<Real>>>;

  // `vertices` and `rows` are the entries of J, constraint by constraint: the vertex of each entry and its
  // constraint. `first_entry` is where each potential starts in them.
  void find_pattern(std::span<const int> vertices, std::span<const int> rows,
                    std::span<const std::size_t> first_entry) {
    pairs_.clear();
    first_pair_.clear();
    for (std::size_t begin = 0, end = 0, potential = 0; begin < rows.size(); begin = end) {
      while (potential < first_entry.size() && first_entry[potential] == begin) {
        first_pair_.push_back(pairs_.size());
        ++potential;
      }
      while (end < rows.size() && rows[end] == rows[begin]) ++end;
      for (std::size_t a = begin; a < end; ++a) {
        for (std::size_t b = begin; b < end; ++b) pairs_.push_back({rows[begin], vertices[a], vertices[b]});
      }
    }
    first_pair_.resize(first_entry.size(), pairs_.size());
    blocks_.resize(pairs_.size());
  }

  // Computes ∇²C.
  void linearise(const Systems& constraints, const Positions<Real>& positions) {
    for (std::size_t p = 0; p < constraints.size(); ++p)
      constraints[p]->hessians(positions, std::span(blocks_).subspan(first_pair_[p]));
  }

  // Adds dᵀ ∇²C d to each constraint's entry.
  void add_along(const Positions<Real>& d, VectorX<Real>& result) const {
    for_each([&](int constraint, int a, int b, const Matrix3<Real>& block) {
      result[constraint] += d.col(a).dot(block * d.col(b));
    });
  }

  // Adds Σ Λ_j ∇²C_j d.
  void add_product(const VectorX<Real>& multipliers, const Positions<Real>& d,
                   Positions<Real>& result) const {
    for_each([&](int constraint, int a, int b, const Matrix3<Real>& block) {
      result.col(a) += multipliers[constraint] * (block * d.col(b));
    });
  }

  // Calls body(constraint, a, b, ∂²C/∂x_a∂x_b) for each pair of vertices of each constraint.
  template <class Body>
  void for_each(const Body& body) const {
    for (std::size_t i = 0; i < pairs_.size(); ++i)
      body(pairs_[i].constraint, pairs_[i].a, pairs_[i].b, blocks_[i]);
  }

 private:
  struct Pair {
    int constraint;
    int a, b;  // vertices
  };
  std::vector<Pair> pairs_;
  std::vector<Matrix3<Real>> blocks_;    // ∂²C/∂x_a∂x_b of each pair
  std::vector<std::size_t> first_pair_;  // of each potential
};

}  // namespace simbench
