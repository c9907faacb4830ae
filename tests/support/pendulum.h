// Particles on springs, some of them held: a pendulum and its relatives, whose steps are known in closed
// form.
#pragma once

#include <array>
#include <vector>

#include "deformable/problem/integrator.h"

namespace simbench::test {

inline constexpr double swing_step = 0.01;        // [s]
inline constexpr double rod_length = 1.2;         // [m]
inline constexpr double standard_gravity = 9.81;  // [m/s²]

// Particles of 2 kg at `positions`. The springs join `pairs` and have the length `at_rest` [m].
System particles(const Positions<double>& positions, std::vector<int> held,
                 std::vector<std::array<int, 2>> pairs, double at_rest, double stiffness);

// A particle on a rod about the held vertex 0, displaced by 1 rad.
System pendulum(double stiffness);

}  // namespace simbench::test
