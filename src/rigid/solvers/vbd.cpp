#include "rigid/solvers/vbd.h"

#include <fmt/format.h>

namespace simbench::rigid {

void VbdSettings::describe(config::Fields& fields) {
  fields.number("relaxation", relaxation, {.doc = "relaxation factor xi"});
}

Declines Vbd::declines(const Constraints& constraints, const Settings&) {
  Declines reason;
  constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index) {
    if (reason || constraint.compliance > 0 || constraint.is_spring) return;
    reason = fmt::format("it needs a compliance above 0 for every constraint, and one of type '{}' is hard",
                         Constraint::name);
  });
  return reason;
}

}  // namespace simbench::rigid
