// Two ways to shorten the steps of single vertices so that no pair touches on the way (StepFilter). Pairs
// that are farther apart than the radius of the search are not looked at, so a vertex of the surface moves by
// less than half of it.
#pragma once

#include <vector>

#include "deformable/contact/contact_pair.h"
#include "deformable/contact/surface.h"

namespace simbench {

inline constexpr double part_of_distance = 0.45;  // that each of the two sides of a pair may move

// How far each vertex of the surface may move [m], so that no two primitives touch, in whatever direction
// vertices go; infinite inside of the body. `pairs`: at least those that are nearer to each other than
// `radius` [m].
VectorX<double> longest_moves(const ContactSurface& surface, const std::vector<ContactPair>& pairs,
                              const Positions<double>& positions, double radius);

// Shortens the step of each vertex to at most its longest move.
void cut_at_longest_moves(const VectorX<double>& longest_moves, Positions<double>& step);

// Shortens the step of each vertex to nine tenths of its way to the nearest plane that separates a pair.
void cut_at_planes(const ContactSurface& surface, const std::vector<ContactPair>& pairs,
                   const Positions<double>& positions, double radius, Positions<double>& step);

}  // namespace simbench
