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

// The edges and triangles (edge, triangle) without a common vertex, and not all held, whose boxes are nearer
// to each other than `reach` [m], in ascending order.
std::vector<std::array<int, 2>> edges_near_triangles(const ContactSurface& surface,
                                                     const std::vector<char>& held,
                                                     const Positions<double>& positions, double reach);

// Whether an edge passes through a triangle, or through its rim, from one side to the other; they have no
// common vertex. The answer is exact. An edge with an end in the plane of the triangle does not cross it.
bool is_crossing(const ContactSurface& surface, const Positions<double>& positions,
                 const std::array<int, 2>& edge_and_triangle);

// The edges and triangles that cross each other and are not all held: (edge, triangle).
std::vector<std::array<int, 2>> intersections(const ContactSurface& surface, const std::vector<char>& held,
                                              const Positions<double>& positions);

}  // namespace simbench
