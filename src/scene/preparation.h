// The start state of a scene: the body carried from rest by its preparation's anchors (science: Sec. 4).
#pragma once

#include <functional>

#include "base/cache.h"
#include "scene/scene.h"

namespace simbench {

// The positions at the end of the scene's preparation, from the cache or computed and then cached.
// Throws Error (numerical_failure) if an equilibrium is not found, and Stopped.
Positions<double> prepared_positions(const Scene& scene, const Cache& cache,
                                     const std::function<void(const std::string&)>& note, const Stop& stop);

}  // namespace simbench
