// Rejects scenes whose numbers leave the range in which doubles can compute.
#pragma once

#include "config/document.h"
#include "rigid/scene/scene.h"

namespace simbench::rigid {

// Throws Error (usage) that names the number of the document that is too large or too small, and the reason.
// The world of the scene must be built. Checks the numbers from which the first step is computed: masses,
// moments of inertia, the prediction, and c, K and α̃ of each constraint.
void refuse_out_of_range(const Scene& scene, const config::Document& document);

}  // namespace simbench::rigid
