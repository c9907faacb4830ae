// Measures one solver on one beam, in turns with the baseline and the floor.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "cases.h"
#include "statistics.h"

namespace simbench::benchmarks {

struct Variant {
  Precision precision;
  int threads;
};

using MakeSolver = std::function<std::unique_ptr<Solver<double>>()>;

// Whether make_baseline() has this case. A baseline that takes minutes counts only if `with_slow_baselines`.
bool has_baseline(const Beam& beam, const Case& which, bool with_slow_baselines);

// Returns one row per variant: milliseconds of set-up and iterations of ours, the baseline and the floor.
// Each variant and the baseline iterate for `seconds`. Throws std::runtime_error if the baseline's iterates
// differ.
Json measure(const Beam& beam, const Case& which, const std::vector<Variant>& variants, double seconds,
             bool with_slow_baselines);

// Peak memory [MB] of a process that builds the beam, begins the step and does one iteration.
double memory(const Beam& beam, const Case& which, const MakeSolver& make);

}  // namespace simbench::benchmarks
