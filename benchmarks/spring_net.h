// A net of springs: a square grid of particles with springs along its edges and the diagonals of its cells, as mass-spring cloth has it.
// Its solvers as published codes write them stand here, too: one spring at a time, in double precision.
#pragma once

#include "cases.h"

namespace simbench::benchmarks {

inline constexpr double spring_stiffness = 1e4;  // k [N/m]

// `cells` × `cells` squares of 1 cm and 1 g a particle, in waves out of its plane and stretched by a tenth, at rest; free, without gravity.
IncrementalPotential<double> spring_net(int cells);

// xpbd and pd.
std::unique_ptr<Solver<double>> make_net_baseline(std::string_view solver);

}  // namespace simbench::benchmarks
