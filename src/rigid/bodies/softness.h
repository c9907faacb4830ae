// A force k c + ν ċ in place of a hard constraint, by implicit Euler with ċ = (c − c_n)/h (Waterson 2026,
// Eq. 6.39). For a step of h this gives
//
//   c − ν/(k h + ν) c_n + α̃ Λ = 0,   α̃ = 1/(k h² + ν h),
//
// a compliant constraint whose target depends on the start of the step.
#pragma once

#include <numbers>

namespace simbench::rigid {

// Units are those of c in metres; for an angle, read N m/rad and N m s/rad.
struct Damper {
  double stiffness = 0;  // k [N/m]
  double damping = 0;    // ν [N s/m]

  double compliance(double time_step) const { return 1 / (stiffness + damping / time_step); }
  double kept(double time_step) const { return damping / (stiffness * time_step + damping); }
};

// The damper of a constraint: its own k and ν, or those of Catto's soft constraint, k = μ Ω² and ν = 2 ζ μ Ω
// with Ω = 2π frequency and the effective mass μ of the constraint.
struct Softness {
  Damper damper = {};
  double frequency = 0;      // [1/s]; the damper counts if this is 0
  double damping_ratio = 0;  // ζ

  bool is_set() const { return frequency > 0 || damper.stiffness > 0 || damper.damping > 0; }
  Damper damper_of(double effective_mass) const {
    if (frequency == 0) return damper;
    const double omega = 2 * std::numbers::pi * frequency;
    return {effective_mass * omega * omega, 2 * damping_ratio * effective_mass * omega};
  }
};

}  // namespace simbench::rigid
