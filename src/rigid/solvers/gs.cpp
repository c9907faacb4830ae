#include "rigid/solvers/gs.h"

namespace simbench::rigid {

void GsSettings::describe(config::Fields& fields) {
  describe_update(fields);
  describe_forms_and_start(fields);
}

}  // namespace simbench::rigid
