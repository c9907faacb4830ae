// Coordinate Condensation (Trusty 2025) in its ideal form, in the whole space and without cubature
// (coordinate_responses.h). One iteration: for each vertex i at the same time, the quadratic model of f at q
// with the clamped Hessian H has its minimum over the move Δq_i of vertex i and three coordinates z, by which
// all others move along W_i, the rows of U_i that are not those of vertex i:
//
//   H_ii Δq_i + H_iW z = −g_i,   H_iWᵀ Δq_i + W_iᵀ H W_i z = −W_iᵀ g,   H_iW = E_iᵀ H W_i.
//
// So the answers of the others are free, where JGS2 ties them to the move. The Schur complement of z leaves
// 3 × 3. If A = H, Δq is Newton's step. We could read the paper's abstract, not its equations: the system is
// ours from its words, and so is the choice to move all vertices at the same time.
#pragma once

#include "deformable/solvers/coordinate_responses.h"

namespace simbench {

template <class Real>
class CoordinateCondensation final : public CoordinateResponses<Real> {
 public:
  static constexpr std::string_view name = "coordinate_condensation";
  static constexpr std::string_view summary =
      "Coordinate Condensation: as jgs2, but solves for all others; small bodies";
  static Declines declines_size(Index vertices, const ResponseSettings& settings) {
    return settings.declines_size(vertices, name);
  }

  using CoordinateResponses<Real>::CoordinateResponses;

 private:
  using typename CoordinateResponses<Real>::Model;
  Vector3<Real> move(const Model& model) const override;
};

}  // namespace simbench
