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

// How a step's end follows from its beginning without a minimum, if the integrator has a formula for it (Ledwon 2024, Eq. 3.2, 3.3 and
// 3.9).
enum class StepFormula { none, explicit_euler, symplectic_euler, linear_implicit_euler };

template <class Real>
struct IncrementalPotential {
  std::shared_ptr<const TetMesh> mesh;
  VectorX<Real> masses;                // lumped [kg]
  Real time_step = 0;                  // h [s], 2h/3 for BDF2; infinite: statics, without an inertial term
  Positions<Real> previous_positions;  // q_n [m]
  Positions<Real> inertial_positions;  // q̃ [m], where every solver starts
  Positions<Real> velocity_origin;     // v_{n+1} = (q_{n+1} − velocity_origin)/time_step [m]; empty: q_n
  Positions<Real> accelerations;  // of gravity and other external forces, part of q̃ [m/s²]; empty: none
  StepFormula formula = StepFormula::none;
  Potentials<Real> potentials;
  std::vector<int> held_vertices;  // that are held exactly, where q̃ has them; hold() chooses them
  std::vector<char> held_mask;     // of each vertex whether it is held; empty if none is

  // Holds vertices (each once, not all of them) at `targets` (3 × vertices held [m]): q̃ moves there, and the objective is one of
  // the other vertices alone. What held vertices would add to the inertial term is left out, as a constant.
  void hold(std::vector<int> vertices, const Positions<Real>& targets);
  bool is_held(Index vertex) const { return !held_mask.empty() && held_mask[vertex]; }
  // Sets the columns of held vertices to zero.
  void drop_held(Positions<Real>& columns) const;
  // Puts held vertices where they are held.
  void put_held(Positions<Real>& positions) const;

  // v_{n+1} of a step that ends in `positions` [m/s].
  Positions<Real> velocities(const Positions<Real>& positions) const {
    return (positions - (velocity_origin.size() > 0 ? velocity_origin : previous_positions)) / time_step;
  }

  Index vertex_count() const { return inertial_positions.cols(); }
  // M/h² [kg/s²], a number a vertex; zero where it is held.
  VectorX<Real> inertia_weights() const;
  // 1/m [1/kg]; zero where it is held.
  VectorX<Real> inverse_masses() const;

  Real inertial(const Positions<Real>& positions) const;    // [J]
  Real constraint(const Positions<Real>& positions) const;  // sum of all potentials [J]
  Real rest_energy() const;  // constraint() where no element is deformed, a constant of some laws [J]
  Real objective(const Positions<Real>& positions) const {
    return inertial(positions) + constraint(positions);
  }
  // The gradient of the inertial term alone (overwritten); returns the term.
  Real inertial_and_gradient(const Positions<Real>& positions, Positions<Real>& gradient) const;
  // Adds the gradient of all potentials, at held vertices, too; returns their sum [J].
  Real add_constraint_gradient(const Positions<Real>& positions, Positions<Real>& gradient) const;
  // The gradient ∂f/∂q [N] (overwritten), zero at held vertices; returns f [J].
  Real objective_and_gradient(const Positions<Real>& positions, Positions<Real>& gradient) const;

  // M/h² + Σ_j w_j D_jᵀ D_j over all potentials, n × n, for the given weights of each potential's elements. Held vertices have
  // their rows and columns, too.
  SparseMatrix<Real> system_matrix(const std::vector<VectorX<Real>>& weights) const;
  // A system matrix whose free vertices are coupled with no held one; these have 1 on their diagonal.
  SparseMatrix<Real> free_part(SparseMatrix<Real> matrix) const;
  // S: the same with every element's stiffness as weight. The matrix of PD and the first Hessian of L-BFGS.
  SparseMatrix<Real> stiffness_matrix() const;

  // The Hessian ∂²f/∂q² with the pattern of all potentials' elements. Held vertices are coupled with nothing and have the identity on
  // their diagonal.
  BlockMatrix<Real> hessian_pattern() const;
  void hessian(const Positions<Real>& positions, Definiteness definiteness, BlockMatrix<Real>& result) const;
  // That of the inertial term alone (overwrites all of it).
  void inertial_hessian(BlockMatrix<Real>& result) const;
};

// The problem rounded to single precision. is_representable() tells whether its numbers fit: no infinity where there
// was none, no time step, mass or stiffness that has become zero.
IncrementalPotential<float> single_precision(const IncrementalPotential<double>& problem);

bool is_representable(const IncrementalPotential<float>& problem);

}  // namespace simbench
