// The baseline: the solvers as published codes implement them. They work in double precision on one tet at a
// time, in mesh order. Rotations come from Eigen::JacobiSVD with U and V. Eigen::SimplicialLDLT with AMD
// solves the systems; the matrix is n × n, with the three coordinates as right-hand sides. The benchmark
// checks that they compute the same iterates as our solvers.
#pragma once

#include "cases.h"

namespace simbench::benchmarks {

// Uses the default settings of our solvers. nullptr if there is no baseline for this solver and law, such
// as xpbd with stable Neo-Hookean.
std::unique_ptr<Solver<double>> make_baseline(const Case& which);

}  // namespace simbench::benchmarks
