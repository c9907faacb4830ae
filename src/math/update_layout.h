// The memory of an update, which a supernode leaves to its ancestors (multifrontal.h). An update is
// symmetric, so only its lower triangle is stored, as strips of columns in which threads share the work.
// Each strip begins at the diagonal and is a dense matrix:
//
//      │ 0 │
//      │   │ 1 │
//      │   │   │ 2 │
#pragma once

#include "math/types.h"

namespace simbench {

inline constexpr Index strip_width = 128;

// Where a strip starts in the update of `size` rows.
inline Index strip_start(Index size, Index strip) {
  return strip_width * (strip * size - strip_width * strip * (strip - 1) / 2);
}

inline Index update_size(Index size) {
  const Index last = size % strip_width;
  return strip_start(size, size / strip_width) + last * last;
}

// Where row 0 of a column would be, if the strip did not begin at the diagonal.
inline Index column_in_update(Index size, Index column) {
  const Index strip = column / strip_width, begin = strip * strip_width;
  return strip_start(size, strip) + (column - begin) * (size - begin) - begin;
}

}  // namespace simbench
