// Batches for a Gauss–Seidel sweep in lanes: elements without a common vertex, which can be solved side by
// side.
#pragma once

#include <span>
#include <vector>

namespace simbench {

// Splits `order`, a sequence of elements, into batches of at most `width` elements without a common vertex.
// Solving batch after batch gives the same result as solving the elements in that order: of two elements that
// share a vertex, the earlier one is in an earlier batch. Each element goes into the first batch with room
// after its predecessors, similar to the level scheduling of triangular solves (Saltz 1990). vertices[e] are
// the vertices of element e.
std::vector<std::vector<int>> independent_batches(std::span<const std::span<const int>> vertices,
                                                  std::span<const int> order, std::size_t width);

}  // namespace simbench
