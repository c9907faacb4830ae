// Anchors ("position constraints"): springs of rest length zero between vertices and target points. A scene
// moves the targets.
#pragma once

#include <memory>
#include <vector>

#include "deformable/energy/potential.h"

namespace simbench {

// ψ_i = k_s/2 ‖q_i − b_i‖². points: targets b, 3 × vertices [m]; stiffness: k_s [N/m].
template <class Real = double>
std::shared_ptr<const Potential<Real>> anchor_potential(std::vector<int> vertices,
                                                        const Positions<double>& points, double stiffness);

}  // namespace simbench
