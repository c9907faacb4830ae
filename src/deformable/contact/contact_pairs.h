// The pairs of a surface that may touch each other.
#pragma once

#include <vector>

#include "deformable/contact/contact_pair.h"
#include "deformable/contact/surface.h"

namespace simbench {

// The pairs that may come nearer to each other than `reach` [m] on the way from `start` to `end` [m],
// vertices with triangles first, in ascending order. Primitives with a common vertex are no pair, nor are
// those whose vertices are all held (`held`: one entry per vertex, or empty). All positions must be finite.
std::vector<ContactPair> candidate_pairs(const ContactSurface& surface, const std::vector<char>& held,
                                         const Positions<double>& start, const Positions<double>& end,
                                         double reach);

// Whether candidate_pairs() with these arguments has the pair.
bool may_come_near(const ContactPair& pair, const Positions<double>& start, const Positions<double>& end,
                   double reach);

// The edges and triangles that cross each other: (edge, triangle). Decided in double precision with a test
// whose rounding is checked by numbers of twice the precision; edges in the plane of a triangle do not cross.
std::vector<std::array<int, 2>> intersections(const ContactSurface& surface,
                                              const Positions<double>& positions);

}  // namespace simbench
