#include "rigid/solvers/xpbd.h"

namespace simbench::rigid {

void XpbdSettings::describe(config::Fields& fields) {
  describe_forms_and_start(fields);
}

}  // namespace simbench::rigid
