// The floor: the work that an iteration cannot avoid if it solves with a factor and computes rotations. It
// must read the factor twice from memory, forwards and backwards, and it needs the rotation of every tet. The
// benchmark measures both kinds of work in turns with the solver.
#pragma once

#include "cases.h"
#include "race.h"

namespace simbench::benchmarks {

// The number of entries in the factor of the system of pd, admm and qn, without indices.
std::size_t factor_size(const IncrementalPotential<double>& problem);

// An iteration reads `numbers` numbers once.
Contestant reading(std::size_t numbers, Precision precision, int threads);

// An iteration computes the closest rotation of every tet in the start state.
Contestant rotating(const IncrementalPotential<double>& problem, Precision precision, int threads);

}  // namespace simbench::benchmarks
