// Steps of particles: of free ones, and of particles in a row, along x at distances of 1 m, each joined to
// the next by a spring of rest length 1 m.
#pragma once

#include "deformable/problem/incremental_potential.h"

namespace simbench::test {

// A step from rest without potentials.
IncrementalPotential<double> particles_at_rest(const VectorX<double>& masses, double time_step,
                                               const Positions<double>& positions);

// inertial_positions are the rest positions, until the test changes them.
IncrementalPotential<double> spring_chain(const VectorX<double>& masses, double stiffness, double time_step);

}  // namespace simbench::test
