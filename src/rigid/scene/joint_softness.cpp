#include "rigid/scene/joint_softness.h"

namespace simbench::rigid {

void JointSoftness::describe(config::Fields& fields, SoftMembers members) {
  if (members == SoftMembers::none) return;
  fields.number("compliance", compliance,
                {.unit = "m/N",
                 .doc = "compliance alpha (in rad/(N m) for angles); 0 makes the constraint hard",
                 .range = config::non_negative});
  if (members == SoftMembers::compliance) return;
  fields.number("damping", damping,
                {.unit = "N s/m",
                 .doc = "damping beside a compliance (in N m s/rad for angles)",
                 .range = config::non_negative});
  fields.require(damping == 0 || compliance > 0, "damping",
                 "a hard constraint cannot be damped; give a compliance, too");
  if (members == SoftMembers::of_a_joint) {
    fields.number("angular_compliance", angular_compliance,
                  {.unit = "rad/(N m)",
                   .doc = "compliance of the joint's angles, as compliance is of its positions",
                   .range = config::non_negative});
    fields.number("angular_damping", angular_damping,
                  {.unit = "N m s/rad",
                   .doc = "damping of the joint's angles beside an angular compliance",
                   .range = config::non_negative});
    fields.require(angular_damping == 0 || angular_compliance > 0, "angular_damping",
                   "hard angles cannot be damped; give an angular compliance, too");
  }
  fields.optional_number("frequency", frequency,
                         {.unit = "1/s",
                          .doc = "how often the constraint oscillates about its equilibrium (Catto's soft "
                                 "constraint); replaces compliance and damping",
                          .range = config::positive,
                          .example = "5"});
  fields.unused(!frequency, {"damping_ratio"}, "frequency", "only a constraint with a frequency has it");
  fields.number("damping_ratio", damping_ratio,
                {.doc = "zeta beside a frequency; 1 is critical damping", .range = config::non_negative});
  fields.require(!frequency || (compliance == 0 && angular_compliance == 0), "frequency",
                 "give a frequency, or a compliance");
}

}  // namespace simbench::rigid
