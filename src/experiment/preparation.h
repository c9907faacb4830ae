// The start state of a scene: the body carried from rest by its preparation's anchors.
#pragma once

#include <functional>

#include "base/cache.h"
#include "scene/world.h"

namespace simbench {

// The world of a scene in its start state: prepared, from the cache or computed and then cached; or at rest. `note` is told what
// takes long ("preparing the start state …"). Throws Error (numerical_failure) if an equilibrium is not found, and Stopped.
World build_world(const Scene& scene, const Cache& cache, const std::function<void(const std::string&)>& note,
                  const Stop& stop = {});

}  // namespace simbench
