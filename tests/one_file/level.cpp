#include "rigid/constraints/level.h"

#include "rigid/scene_constraints.h"

namespace simbench::rigid {

template <>
void Described<Level>::describe(config::Fields& fields) {
  fields.number("offset", constraint.offset, {.unit = "m", .doc = "by which the first is higher"});
}

}  // namespace simbench::rigid
