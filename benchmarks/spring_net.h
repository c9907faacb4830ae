// A net of springs: a square grid of particles with springs along its edges and the diagonals of its cells,
// as in mass-spring cloth. Its baseline solvers handle one spring at a time in double precision.
#pragma once

#include "cases.h"

namespace simbench::benchmarks {

inline constexpr double spring_stiffness = 1e4;  // k [N/m]

// `cells` × `cells` squares with edges of 1 cm and particles of 1 g. The net starts at rest, in waves out of
// its plane and stretched by a tenth. It is free, without gravity.
IncrementalPotential<double> spring_net(int cells);

// The baselines of xpbd and pd.
std::unique_ptr<Solver<double>> make_net_baseline(std::string_view solver);

}  // namespace simbench::benchmarks
