// Tells which vectors and rotations need no normalisation. Normalising a unit vector again could change its
// last digits, and then a scene would change when it is written and read again.
#pragma once

#include <cmath>
#include <limits>

namespace simbench::config {

// Whether a length is 1 up to the rounding of a normalisation. `square` is the square of the length.
inline bool is_unit_length(double square) {
  return std::abs(square - 1) <= 8 * std::numeric_limits<double>::epsilon();
}

}  // namespace simbench::config
