#include "systems/register_systems.h"

#include "deformable/trial/deformable_scene.h"
#include "rigid/trial/rigid_scene.h"

namespace simbench {

void register_systems() {
  // Add a line for each new kind of scene.
  [[maybe_unused]] static const bool registered = [] {
    register_scene_kind(deformable_kind());
    register_scene_kind(rigid_kind());
    return true;
  }();
}

}  // namespace simbench
