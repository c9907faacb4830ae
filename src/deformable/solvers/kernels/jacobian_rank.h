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

// The number of singular values above √ε of J M^−½, whose rows are scaled to length 1. √ε is 1e-6, or 1e-5 if
// Real is float: with a smaller singular value, a solve with J M⁻¹ Jᵀ has no correct digits. inverse_masses
// [1/kg] are zero at held vertices. Rows that are zero or not finite are left out.
//
// It is the number of eigenvalues of A = J M⁻¹ Jᵀ above ε. By Sylvester's law of inertia those are the
// positive pivots of L D Lᵀ = A − ε I, so one sparse factorisation finds them. Constraints with other pivots
// depend on the constraints that were eliminated before them.
template <class Real>
JacobianRank jacobian_rank(const JacobianEntries<Real>& J, const VectorX<Real>& inverse_masses);

// Names redundant hard constraints. Empty if the rank is the number of constraints.
std::optional<Failure> redundancy(const JacobianRank& found);

}  // namespace simbench
