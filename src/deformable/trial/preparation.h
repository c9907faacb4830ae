// Computes the start state of a scene: the anchors of its preparation move the body away from rest.
#pragma once

#include "base/context.h"
#include "deformable/scene/world.h"

namespace simbench {

// The world of a scene in its start state. Without a preparation, the body is at rest. Otherwise the
// positions come from the cache, or are computed and cached. Throws Error (numerical_failure) if an
// equilibrium is not found, and Stopped.
World build_world(const Scene& scene, const Context& context);

}  // namespace simbench
