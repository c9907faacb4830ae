// On which side of a plane a point is. The sign is exact, on every processor, unless a product of three
// coordinates over- or underflows.
#pragma once

#include "math/types.h"

namespace simbench {

// The sign of (a − d)·((b − d) × (c − d)): that of the volume of the tet of these corners; 0 if they lie in a
// plane.
int orientation(const Vector3<double>& a, const Vector3<double>& b, const Vector3<double>& c,
                const Vector3<double>& d);

}  // namespace simbench
