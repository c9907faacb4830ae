// How far bodies are beyond the surfaces that should hold them back.
#pragma once

#include <optional>

#include "deformable/problem/incremental_potential.h"

namespace simbench {

// The largest depth [m] of a vertex behind its half space, and of the terms that tell one (Term); empty if
// the problem has neither, or if one of them is unknown.
std::optional<double> largest_penetration(const IncrementalPotential<double>& problem,
                                          const Positions<double>& positions);

}  // namespace simbench
