// Registers all systems before main(). Tests that read scene files link this file.
#include "systems/register_systems.h"

namespace {

[[maybe_unused]] const bool is_registered = (simbench::register_systems(), true);

}  // namespace
