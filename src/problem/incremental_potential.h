// A time step as a minimisation (the incremental potential of Kane et al. 2000): f(q) = 1/(2h²) ‖M^½ (q − q̃)‖²_F + Σ E(q) over
// all potentials (Ledwon 2024, Eq. 3.7 and 3.86; Bouaziz et al. 2014). An integrator makes it (integrator.h). It never changes
// during a step, and in double precision it is the referee: every metric of every solver comes from it.
#pragma once

#include <memory>
#include <vector>

#include "energy/potential.h"
#include "mesh/tet_mesh.h"

namespace simbench {

template <class Real>
using Potentials = std::vector<std::shared_ptr<const Potential<Real>>>;

template <class Real>
struct IncrementalPotential {
  std::shared_ptr<const TetMesh> mesh;
  VectorX<Real> masses;                // lumped [kg]
  Real time_step = 0;                  // h [s]; infinite: statics, without an inertial term
  Positions<Real> previous_positions;  // q_n [m]
  Positions<Real> inertial_positions;  // q̃ [m], where every solver starts
  Potentials<Real> potentials;

  Index vertex_count() const { return inertial_positions.cols(); }
  // M/h² [kg/s²], a number a vertex.
  VectorX<Real> inertia_weights() const { return masses / (time_step * time_step); }

  Real inertial(const Positions<Real>& positions) const;    // [J]
  Real constraint(const Positions<Real>& positions) const;  // sum of all potentials [J]
  Real objective(const Positions<Real>& positions) const {
    return inertial(positions) + constraint(positions);
  }
  // The gradient of the inertial term alone (overwritten); returns the term.
  Real inertial_and_gradient(const Positions<Real>& positions, Positions<Real>& gradient) const;
  // The gradient ∂f/∂q [N] (overwritten); returns f [J].
  Real objective_and_gradient(const Positions<Real>& positions, Positions<Real>& gradient) const;

  // M/h² + Σ_j w_j D_jᵀ D_j over all potentials, n × n, for the given weights of each potential's elements.
  SparseMatrix<Real> system_matrix(const std::vector<VectorX<Real>>& weights) const;
  // S: the same with every element's stiffness as weight. The matrix of PD and the first Hessian of L-BFGS.
  SparseMatrix<Real> stiffness_matrix() const;

  // The Hessian ∂²f/∂q² with the pattern of all potentials' elements.
  BlockMatrix<Real> hessian_pattern() const;
  void hessian(const Positions<Real>& positions, Definiteness definiteness, BlockMatrix<Real>& result) const;
};

// The problem rounded to single precision. is_representable() tells whether its numbers fit: no infinity where there
// was none, no time step, mass or stiffness that has become zero.
IncrementalPotential<float> single_precision(const IncrementalPotential<double>& problem);

bool is_representable(const IncrementalPotential<float>& problem);

}  // namespace simbench
