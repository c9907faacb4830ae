// What a matrix M/h² + Σ_j w_j D_jᵀ D_j without held vertices is made of. Equal recipes make the same bits,
// so that a matrix which stays constant over the steps of a scene is assembled and factorised once.
#pragma once

#include "deformable/problem/incremental_potential.h"

namespace simbench {

template <class Real>
struct MatrixRecipe {
  VectorX<Real> inertia_weights;  // M/h²
  std::vector<int> held_vertices;
  Potentials<Real> potentials;  // kept alive, so that no other potential takes the address of one of them
  std::vector<VectorX<Real>> weights;

  MatrixRecipe(const IncrementalPotential<Real>& problem, const std::vector<VectorX<Real>>& element_weights)
      : inertia_weights(problem.inertia_weights()),
        held_vertices(problem.held_vertices),
        potentials(problem.potentials),
        weights(element_weights) {}

  // Compares numbers; the D_j of potentials that several steps share are known by their address. A NaN equals
  // nothing.
  bool is_that_of(const IncrementalPotential<Real>& problem,
                  const std::vector<VectorX<Real>>& element_weights) const {
    if (potentials.size() != problem.potentials.size() || held_vertices != problem.held_vertices)
      return false;
    for (std::size_t p = 0; p < potentials.size(); ++p) {
      if (!are_equal(weights[p], element_weights[p])) return false;
      if (!problem.potentials[p]->has_same_shape(*potentials[p])) return false;
    }
    return are_equal(inertia_weights, problem.inertia_weights());
  }

 private:
  static bool are_equal(const VectorX<Real>& a, const VectorX<Real>& b) {
    return a.size() == b.size() && a == b;
  }
};

}  // namespace simbench
