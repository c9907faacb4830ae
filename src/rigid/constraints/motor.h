// Motors of hinges and sliders: constraints on a velocity (Waterson 2026, Sec. 3.2 and 4.11). The
// displacement of the coordinate in a step of h is to be h times the motor's speed, and the force has a
// bound. With a speed of zero it is a brake, or dry friction in the joint.
#pragma once

#include <algorithm>

#include "rigid/constraints/angle.h"
#include "rigid/constraints/translation.h"

namespace simbench::rigid {

template <class Real>
struct AngleMotor : Angle<Real> {
  static constexpr std::string_view name = "angle motor";
  AngleMotor() { this->is_motor = true; }
  Real speed = 0;                                              // [rad/s]
  Real largest_force = std::numeric_limits<Real>::infinity();  // a torque [N m]

  // Poses do not tell by how many turns a body left its prediction, so a motor changes the turn of a step by
  // less than half a turn. It reaches a higher speed in several steps.
  static constexpr Real largest_change = 3;  // [rad]

  // The displacement of a step in which the joint would turn by `without` if it had no motor [rad].
  Real displacement(Real without, Real time_step) const {
    return without + std::clamp(speed * time_step - without, -largest_change, largest_change);
  }
  void prepare(std::span<const Pose<Real>>, Real time_step) {
    this->angle = this->start + displacement(this->free_turn, time_step);
    this->upper_bound = largest_force * time_step * time_step;
    this->lower_bound = -this->upper_bound;
  }
};

template <class Real>
struct TranslationMotor : Translation<Real> {
  static constexpr std::string_view name = "translation motor";
  TranslationMotor() { this->is_motor = true; }
  Real speed = 0;                                              // [m/s]
  Real largest_force = std::numeric_limits<Real>::infinity();  // [N]

  void prepare(std::span<const Pose<Real>> poses, Real time_step) {
    this->translation = 0;
    this->translation = this->linearise(poses).error[0] + speed * time_step;
    this->upper_bound = largest_force * time_step * time_step;
    this->lower_bound = -this->upper_bound;
  }
};

}  // namespace simbench::rigid
