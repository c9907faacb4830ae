// What can be said of a scene before anything is computed: its body, what a run will need, and how far its numbers can be
// trusted.
#pragma once

#include <optional>

#include "math/sparse_cholesky.h"
#include "mesh/mesh_quality.h"
#include "problem/incremental_potential.h"

namespace simbench {

struct Inspection {
  MeshQuality quality;
  double mass = 0;                  // [kg]
  std::optional<double> condition;  // of S at this time step; empty: S is not positive definite
  // How far off a solve for positions in single precision may be [m], a bound: condition · 2⁻²⁴ · the largest coordinate. On the
  // thesis's beam 200 iterations of PD drift by a tenth of it or less.
  double single_precision_error = 0;
  bool drifts_in_single_precision = false;  // that is over a hundredth of the body's diagonal
};

// Of the first step's problem at rest.
Inspection inspect(const IncrementalPotential<double>& problem);

// The 2-norm condition number of a symmetric positive definite matrix, estimated from below by so many iterations of the
// power method with A and with its inverse; within a few per cent in practice. Empty if A cannot be factorised.
std::optional<double> condition_estimate(const SparseMatrix<double>& A, int iterations = 100);

}  // namespace simbench
