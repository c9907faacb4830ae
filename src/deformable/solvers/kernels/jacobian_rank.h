// The rank of the constraints' Jacobian J = ∂C/∂q. Hard constraints are redundant if it is smaller than their
// number; J M⁻¹ Jᵀ is singular then.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/status.h"
#include "math/types.h"

namespace simbench {

// The entries of J, one for each vertex of each constraint.
template <class Real>
struct JacobianEntries {
  std::span<const Vector3<Real>> gradients;
  std::span<const int> vertices;
  std::span<const int> constraints;
};

struct JacobianRank {
  Index constraints = 0;  // without those that move no vertex
  Index rank = 0;
  std::vector<int> dependent;  // a few constraints that depend on others
};

// By a rank-revealing decomposition of (J M^−½)ᵀ; inverse_masses [1/kg] are zero at held vertices.
template <class Real>
JacobianRank jacobian_rank(const JacobianEntries<Real>& J, const VectorX<Real>& inverse_masses);

// Names redundant hard constraints. Empty if the rank is the number of constraints.
std::optional<Failure> redundancy(const JacobianRank& found);

}  // namespace simbench
