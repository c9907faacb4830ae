// All solvers by name.
#pragma once

#include "solver/solver.h"

namespace simbench {

enum class Precision { double_precision, single_precision };

// One solver of the program.
struct SolverEntry {
  std::string_view name;
  std::string_view summary;
  std::unique_ptr<SolverSettings> (*default_settings)();
  // Why the solver cannot take these potentials under these settings; empty if it can.
  Declines (*declines)(const Potentials<double>& potentials, const SolverSettings& settings);
  // The settings must be of the solver's own type. In single precision all of the solver's arithmetic is in
  // float.
  std::unique_ptr<Solver<double>> (*make)(const SolverSettings& settings, Precision precision);
};

// In the order of `simbench list solvers`.
const std::vector<SolverEntry>& solvers();
// nullptr if there is none of that name.
const SolverEntry* find_solver(std::string_view name);

}  // namespace simbench
