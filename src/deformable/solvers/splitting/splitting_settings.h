// The settings that the accelerations of ADMM share.
#pragma once

#include "deformable/energy/prox.h"
#include "deformable/solvers/linear/linear_solver.h"
#include "deformable/solvers/solver.h"

namespace simbench {

// The members "prox" and "prox_iterations".
void describe_prox(config::Fields& fields, ProxSearch& prox);

struct SplittingSettings {
  double weight_factor = 1;  // c of w = c √(k V) for the material's elements; w = √k for others
  int history = 3;           // pairs of Anderson's method; 0: ADMM itself
  ProxSearch prox;
  LinearSolver linear_solver;
  void describe_splitting(config::Fields& fields);
};

// w_j² of each potential's elements.
template <class Real>
std::vector<VectorX<Real>> squared_weights(const IncrementalPotential<Real>& problem, double weight_factor);

// The reason why a splitting cannot take these potentials; empty if it can.
Declines declines_splitting(const Potentials<double>& potentials);

}  // namespace simbench
