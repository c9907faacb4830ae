// Motors of hinges and sliders: constraints on a velocity (Waterson 2026, Sec. 3.2 and 4.11). The
// displacement of the coordinate in a step of h is to be h times the motor's speed, and the force has a
// bound. With a speed of zero it is a brake, or dry friction in the joint.
#pragma once

#include <algorithm>

#include "rigid/constraints/angle.h"
#include "rigid/constraints/translation.h"

namespace simbench::rigid {

struct AngleMotor : Angle {
  static constexpr std::string_view name = "angle motor";
  AngleMotor() { is_motor = true; }
  double speed = 0;                                                // [rad/s]
  double largest_force = std::numeric_limits<double>::infinity();  // a torque [N m]

  // Poses do not tell by how many turns a body left its prediction, so a motor changes the turn of a step by
  // less than half a turn. It reaches a higher speed in several steps.
  static constexpr double largest_change = 3;  // [rad]

  // The displacement of a step in which the joint would turn by `without` if it had no motor [rad].
  double displacement(double without, double time_step) const {
    return without + std::clamp(speed * time_step - without, -largest_change, largest_change);
  }
  void prepare(std::span<const Pose>, double time_step) {
    angle = start + displacement(free_turn, time_step);
    upper_bound = largest_force * time_step * time_step;
    lower_bound = -upper_bound;
  }
};

struct TranslationMotor : Translation {
  static constexpr std::string_view name = "translation motor";
  TranslationMotor() { is_motor = true; }
  double speed = 0;                                                // [m/s]
  double largest_force = std::numeric_limits<double>::infinity();  // [N]

  void prepare(std::span<const Pose> poses, double time_step) {
    translation = 0;
    translation = linearise(poses).error[0] + speed * time_step;
    upper_bound = largest_force * time_step * time_step;
    lower_bound = -upper_bound;
  }
};

}  // namespace simbench::rigid
