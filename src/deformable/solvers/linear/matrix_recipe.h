// What a matrix M/h² + Σ_j w_j D_jᵀ D_j without held vertices is made of. Equal recipes make the same bits,
// so that a matrix which stays constant over the steps of a scene is assembled and factorised once.
#pragma once

#include <algorithm>

#include "deformable/problem/incremental_potential.h"

namespace simbench {

template <class Real>
struct MatrixRecipe {
  VectorX<Real> inertia_weights;  // M/h²
  std::vector<int> held_vertices;
  Potentials<Real> potentials;  // kept alive, so that no other potential takes the address of one of them
  SystemWeights<Real> weights;

  MatrixRecipe(const IncrementalPotential<Real>& problem, const SystemWeights<Real>& its_weights)
      : inertia_weights(problem.inertia_weights()),
        held_vertices(problem.held_vertices),
        potentials(problem.potentials),
        weights(its_weights) {}

  // Compares numbers; the D_j of potentials that several steps share are known by their address. A NaN equals
  // nothing.
  bool is_that_of(const IncrementalPotential<Real>& problem, const SystemWeights<Real>& others) const {
    if (potentials.size() != problem.potentials.size() || held_vertices != problem.held_vertices)
      return false;
    if (!are_equal(weights.terms, others.terms)) return false;
    for (std::size_t p = 0; p < potentials.size(); ++p) {
      if (!are_equal(weights.elements[p], others.elements[p])) return false;
      if (!problem.potentials[p]->has_same_shape(*potentials[p])) return false;
    }
    return are_equal(inertia_weights, problem.inertia_weights());
  }

  static bool are_equal(const std::vector<Eigen::Triplet<Real>>& a,
                        const std::vector<Eigen::Triplet<Real>>& b) {
    return std::ranges::equal(a, b, [](const auto& x, const auto& y) {
      return x.row() == y.row() && x.col() == y.col() && x.value() == y.value();
    });
  }

 private:
  static bool are_equal(const VectorX<Real>& a, const VectorX<Real>& b) {
    return a.size() == b.size() && a == b;
  }
};

}  // namespace simbench
