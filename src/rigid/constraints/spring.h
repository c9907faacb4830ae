// Springs with a damper (Waterson 2026, Eq. 6.39), on the vector δp between two points or on its length.
// Their force is k c + ν ċ by implicit Euler, with ċ = (c − c_n)/h. For a step of h this gives
//
//   c − ν/(k h + ν) c_n + α̃ Λ = 0,   α̃ = 1/(k h² + ν h),
//
// a compliant constraint whose target depends on the start of the step. With k = μ Ω² and ν = 2 ζ μ Ω it is
// Catto's soft constraint.
#pragma once

#include "rigid/constraints/distance.h"
#include "rigid/constraints/point.h"

namespace simbench::rigid {

template <class Real>
struct Damper {
  Real stiffness = 0;  // k [N/m]
  Real damping = 0;    // ν [N s/m]

  Real compliance(Real time_step) const { return 1 / (stiffness + damping / time_step); }
  Real kept(Real time_step) const { return damping / (stiffness * time_step + damping); }
};

// Acts on the vector δp.
template <class Real>
struct Spring : Point<Real> {
  static constexpr std::string_view name = "spring";
  Damper<Real> damper;

  Spring() { this->is_spring = true; }

  // Sets compliance and target for a step of h that starts at these poses.
  void prepare(std::span<const Pose<Real>> poses, Real time_step) {
    this->compliance = damper.compliance(time_step);
    this->offset.setZero();
    this->offset = damper.kept(time_step) * this->linearise(poses).error;
  }
};

// Acts on |δp| − L.
template <class Real>
struct LengthSpring : Distance<Real> {
  static constexpr std::string_view name = "spring";
  Damper<Real> damper;
  Real rest_length = 0;  // L [m]; `length` is the target of the step

  LengthSpring() { this->is_spring = true; }

  void prepare(std::span<const Pose<Real>> poses, Real time_step) {
    this->compliance = damper.compliance(time_step);
    this->length = rest_length;
    this->length += damper.kept(time_step) * this->linearise(poses).error[0];
  }
};

}  // namespace simbench::rigid
