// A cloth of triangles with in-plane strain and quadratic bending, free or on springs above a beam.
#pragma once

#include "cases.h"

namespace simbench::benchmarks {

inline constexpr double membrane_stiffness = 1e6;  // k [Pa]
inline constexpr double bending_stiffness = 1e-4;  // D [J]

// A square with edges of 1 m, 1 mm thick, of `cells` × `cells` squares of two triangles. It starts at rest,
// in waves out of its plane and stretched by a twentieth. It is free, without gravity.
IncrementalPotential<double> cloth(int cells);

// Adds a cloth as long and wide as the beam, 10 cm above it, with a particle above each of the beam's
// uppermost vertices and a spring to it. The potentials are then tets, triangles, hinges, springs.
void add_cloth_on_springs(IncrementalPotential<double>& problem, const BeamShape& beam);

// The baselines of xpbd and pd for any body of tets (strain), triangles, hinges and springs.
std::unique_ptr<Solver<double>> make_element_baseline(std::string_view solver);

}  // namespace simbench::benchmarks
