// Batches for a Gauss–Seidel sweep in lanes: elements that may be solved side by side.
#pragma once

#include <span>
#include <vector>

namespace simbench {

// Splits `order`, a sequence of elements, into batches of at most `width` elements with no vertex in common, such that doing
// the batches one after the other gives the same as doing the elements in that order: of two elements that share a vertex
// the earlier is in an earlier batch. Every element goes into the first batch after its predecessors that has room, as
// triangular solves are scheduled by levels (Saltz 1990). vertices[e]: the vertices of element e.
std::vector<std::vector<int>> independent_batches(std::span<const std::span<const int>> vertices,
                                                  std::span<const int> order, std::size_t width);

}  // namespace simbench
