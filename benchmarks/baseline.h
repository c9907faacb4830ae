// The baseline: the solvers as published codes write them. One tet at a time, in mesh order, in double precision;
// rotations from Eigen::JacobiSVD with U and V; systems by Eigen::SimplicialLDLT with AMD, of the n × n matrix with the
// three coordinates as right-hand sides. They compute the same iterates as ours, and the benchmark holds them to it.
#pragma once

#include "cases.h"

namespace simbench::benchmarks {

// The settings are the defaults of ours. nullptr where no published code decomposes F: xpbd with stable Neo-Hookean.
std::unique_ptr<Solver<double>> make_baseline(const Case& which);

}  // namespace simbench::benchmarks
