// The floor: what an iteration that solves with a factor and finds rotations cannot do without. The factor has to be read
// from memory twice, forwards and backwards, and every tet needs its rotation. Both are measured where the iterations are.
#pragma once

#include "cases.h"
#include "race.h"

namespace simbench::benchmarks {

// The numbers, without their indices, in the factor of the system of pd, admm and qn.
std::size_t factor_size(const IncrementalPotential<double>& problem);

// An iteration reads so many numbers once.
Contestant reading(std::size_t numbers, Precision precision, int threads);

// An iteration finds the closest rotation of every tet in the start state.
Contestant rotating(const IncrementalPotential<double>& problem, Precision precision, int threads);

}  // namespace simbench::benchmarks
