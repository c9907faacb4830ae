// A step's minimisation in Python: f, its derivatives and its matrices.
#pragma once

#include <nanobind/nanobind.h>

#include "deformable/problem/incremental_potential.h"

namespace simbench::python {

// Shares the mesh and the potentials with the harness and owns all else, so it lives as long as Python keeps
// it.
struct Problem {
  IncrementalPotential<double> step;
  Positions<double> start;  // where solvers begin [m]

  explicit Problem(IncrementalPotential<double> problem)
      : step(std::move(problem)), start(step.start_positions()) {}
};

void bind_problem(nanobind::module_& module);

}  // namespace simbench::python
