// The law of quadratic bending (Bergou et al. 2006): Ψ = D/2 ‖y‖² with the mean curvature vector y of a hinge
// (hinge_stencil.h) and the flexural rigidity D [J]. It is a zero-length spring on y: the energy of all
// hinges is D/2 xᵀ Lᵀ M⁻¹ L x with a constant Hessian. For Projective Dynamics the closest flat state is y =
// 0 (Bouaziz et al. 2014, Sec. 5.4, with a surface that is flat at rest). It is right for isometric bending.
#pragma once

#include "deformable/energy/zero_length_spring.h"

namespace simbench {

template <class Number>
struct QuadraticBending : ZeroLengthSpring<Number> {
  static constexpr std::string_view name = "bending";
  using ZeroLengthSpring<Number>::ZeroLengthSpring;
};

}  // namespace simbench
