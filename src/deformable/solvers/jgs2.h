// JGS2 (Lan et al. 2025) in its ideal form, in the whole space and without cubature
// (coordinate_responses.h). One iteration: for each vertex i at the same time,
// Δq_i = −R_i (U_iᵀ H U_i)⁻¹ U_iᵀ ∇f with the clamped Hessian H at q. So the answers of the others are tied
// to the move of vertex i. If A = H, Δq is Newton's step.
#pragma once

#include "deformable/solvers/coordinate_responses.h"

namespace simbench {

template <class Real>
class Jgs2 final : public CoordinateResponses<Real> {
 public:
  static constexpr std::string_view name = "jgs2";
  static constexpr std::string_view summary =
      "JGS2 without cubature: a vertex moves with the answer of all others";
  static Declines declines_size(Index vertices, const ResponseSettings& settings) {
    return settings.declines_size(vertices, name);
  }

  using CoordinateResponses<Real>::CoordinateResponses;

 private:
  using typename CoordinateResponses<Real>::Model;
  Vector3<Real> move(const Model& model) const override;
};

}  // namespace simbench
