#include "rigid/constraints/level.h"

#include "rigid/scene/scene_constraints.h"

namespace simbench::rigid {

template <>
void Described<Level>::describe(config::Fields& fields) {
  fields.number("offset", constraint.offset,
                {.unit = "m", .doc = "height of the first body above the second"});
}

}  // namespace simbench::rigid
