// Particles in a row, along x at distances of 1 m, each joined to the next by a spring of rest length 1 m.
#pragma once

#include "deformable/problem/incremental_potential.h"

namespace simbench::test {

// inertial_positions are the rest positions, until the test changes them.
IncrementalPotential<double> spring_chain(const VectorX<double>& masses, double stiffness, double time_step);

}  // namespace simbench::test
