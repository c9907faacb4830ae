// One part of a solver's work, alone, for a profiler that samples the process (scripts/benchmark.sh
// --profile).
#pragma once

#include <functional>

#include "cases.h"

namespace simbench::benchmarks {

// A new solver's begin_step, an iteration, or a row of iterations.csv (Trial::observe()).
enum class Part { setup, iteration, row };

// A function that does the part once, in double precision. What comes before the part is done already. As in
// race(), the step begins again after 50 iterations or when none is left.
std::function<void()> alone(Part part, const Beam& beam, const Case& which);

}  // namespace simbench::benchmarks
