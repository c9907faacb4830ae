// Scenes whose numbers leave the range that doubles can compute with.
#pragma once

#include "config/document.h"
#include "rigid/scene.h"

namespace simbench::rigid {

// Throws Error (usage) that says which number of the document is too large or too small, and why. The world of the scene must be built.
// Looks at what the first step is computed from: masses, moments of inertia, the prediction, and each constraint's c, K and α̃.
void refuse_out_of_range(const Scene& scene, const config::Document& document);

}  // namespace simbench::rigid
