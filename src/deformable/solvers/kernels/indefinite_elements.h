// Counts the elements whose Hessian has a negative eigenvalue.
#pragma once

#include "deformable/energy/potential.h"

namespace simbench {

// The number of elements that clamping changes by more than rounding. Elements that the program does not have
// itself (visit.h) are not counted.
template <class Real>
Index indefinite_elements(const Potential<Real>& potential, const Positions<Real>& positions);

}  // namespace simbench
