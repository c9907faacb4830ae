// Properties of a scene that are known before a run: its mesh, its mass, and the accuracy of its linear
// systems.
#pragma once

#include <optional>

#include "deformable/problem/incremental_potential.h"
#include "math/sparse_cholesky.h"
#include "mesh/mesh_quality.h"

namespace simbench {

struct ProblemQuality {
  MeshQuality mesh;
  double mass = 0;                  // [kg]
  std::optional<double> condition;  // of S at this time step; empty if S is not positive definite
  // A bound of the error of a solve for positions in single precision [m]: condition · 2⁻²⁴ · the largest
  // coordinate. On the thesis's beam, 200 iterations of PD drift by at most a tenth of it.
  double single_precision_error = 0;
  bool drifts_in_single_precision = false;  // whether the bound exceeds a hundredth of the body's diagonal
};

// `problem`: the problem of the first step, with the body at rest.
ProblemQuality problem_quality(const IncrementalPotential<double>& problem);

// Estimates the 2-norm condition number of a symmetric positive definite matrix from below, by `iterations`
// iterations of the power method with A and with its inverse. In practice it is accurate to a few per cent.
// Empty if A cannot be factorised.
std::optional<double> condition_estimate(const SparseMatrix<double>& A, int iterations = 100);

}  // namespace simbench
