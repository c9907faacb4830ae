// How soft the equations of a constraint or joint of a scene are.
#pragma once

#include "config/fields.h"
#include "rigid/bodies/linearisation.h"

namespace simbench::rigid {

// Which members of a softness an entry of a scene has.
enum class SoftMembers { none, compliance, of_a_constraint, of_a_joint };

// Limits and motors of a joint stay hard.
struct JointSoftness {
  double compliance = 0;            // [m/N or rad/(N m)]
  double angular_compliance = 0;    // of a joint's angles [rad/(N m)]
  double damping = 0;               // [N s/m or N m s/rad]
  double angular_damping = 0;       // of a joint's angles [N m s/rad]
  std::optional<double> frequency;  // [1/s]
  double damping_ratio = 1;

  void describe(config::Fields& fields, SoftMembers members);

  // Makes a row of the entry soft.
  template <class Constraint>
  void apply_to(Constraint& constraint, bool is_joint) const {
    const bool is_free = constraint.is_inequality() || constraint.is_motor;
    if (constraint.is_spring || (is_joint && is_free)) return;
    const bool is_angular = is_joint && constraint.measure == Measure::angle;
    constraint.compliance = is_angular ? angular_compliance : compliance;
    const double nu = is_angular ? angular_damping : damping;
    if (is_free || (nu == 0 && !frequency)) return;
    constraint.is_spring = true;
    if (frequency) {
      constraint.softness = {{}, *frequency, damping_ratio};
    } else {
      constraint.softness.damper = {1 / constraint.compliance, nu};
    }
  }
};

}  // namespace simbench::rigid
