// Springs with a damper (Waterson 2026, Eq. 6.39), on the way δp between two points or on its length: forces k c + ν ċ by implicit Euler, with
// ċ = (c − c_n)/h. Over a step of h that is
//
//   c − ν/(k h + ν) c_n + α̃ Λ = 0,   α̃ = 1/(k h² + ν h),
//
// a compliant constraint whose target follows from where the step began. Catto's soft constraint is the same with k = μ Ω², ν = 2 ζ μ Ω.
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

// On the vector δp.
template <class Real>
struct Spring : Point<Real> {
  static constexpr std::string_view name = "spring";
  Damper<Real> damper;

  Spring() { this->is_spring = true; }

  // For a step of h from these poses.
  void prepare(std::span<const Pose<Real>> poses, Real time_step) {
    this->compliance = damper.compliance(time_step);
    this->offset.setZero();
    this->offset = damper.kept(time_step) * this->linearise(poses).error;
  }
};

// On |δp| − L.
template <class Real>
struct LengthSpring : Distance<Real> {
  static constexpr std::string_view name = "spring";
  Damper<Real> damper;
  Real rest_length = 0;  // L [m]; `length` is that of the step

  LengthSpring() { this->is_spring = true; }

  void prepare(std::span<const Pose<Real>> poses, Real time_step) {
    this->compliance = damper.compliance(time_step);
    this->length = rest_length;
    this->length += damper.kept(time_step) * this->linearise(poses).error[0];
  }
};

}  // namespace simbench::rigid
