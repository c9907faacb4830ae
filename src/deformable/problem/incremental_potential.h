// A time step as a minimisation (the incremental potential of Kane et al. 2000): f(q) = 1/(2h²) ‖M^½ (q −
// q̃)‖²_F + Σ E(q) over all potentials and terms (Ledwon 2024, Eq. 3.7 and 3.86; Bouaziz et al. 2014). An
// integrator makes it (integrator.h). It never changes during a step. All metrics of all solvers are computed
// from it in double precision.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "deformable/energy/potential.h"
#include "deformable/energy/term.h"
#include "mesh/tet_mesh.h"

namespace simbench {

template <class Real>
using Potentials = std::vector<std::shared_ptr<const Potential<Real>>>;

template <class Real>
using Terms = std::vector<std::shared_ptr<const Term<Real>>>;

template <class Real>
bool has_hard_constraints(const Potentials<Real>& potentials) {
  return std::ranges::any_of(potentials, [](const auto& potential) { return potential->is_hard(); });
}

// The weights of a system matrix: those of each potential's elements, and what terms add to it
// (Term::append_stiffness).
template <class Real>
struct SystemWeights {
  std::vector<VectorX<Real>> elements;
  std::vector<Eigen::Triplet<Real>> terms;

  SystemWeights(std::vector<VectorX<Real>> of_elements = {}) : elements(std::move(of_elements)) {}
};

// The formula that gives the end of a step without a minimisation, if the integrator has one (Ledwon 2024,
// Eq. 3.2, 3.3 and 3.9).
enum class StepFormula { none, explicit_euler, symplectic_euler, linear_implicit_euler };

// Where solvers begin a step: at q̃, at q_n, or at given positions; the last two with held vertices moved to
// their targets. It changes no value of f. A solver that needs q̃ declines the others
// (SolverEntry::declines_other_start).
enum class StepStart { inertial, previous, given };

template <class Real>
struct IncrementalPotential {
  std::shared_ptr<const TetMesh> mesh;
  VectorX<Real> masses;  // lumped [kg]
  Real time_step = 0;    // h [s], 2h/3 for BDF2; infinite in statics, where the inertial term is zero
  Positions<Real> previous_positions;  // q_n [m]
  Positions<Real> inertial_positions;  // q̃ [m]
  Positions<Real> velocity_origin;     // v_{n+1} = (q_{n+1} − velocity_origin)/time_step [m]; empty: q_n
  Positions<Real> accelerations;  // by gravity and other external forces; part of q̃ [m/s²]; may be empty
  StepFormula formula = StepFormula::none;
  StepStart start = StepStart::inertial;
  Positions<Real> given_start;     // for StepStart::given [m]; empty otherwise
  Potentials<Real> potentials;     // constant, so that solvers know them by their addresses in a later step
  Terms<Real> terms;               // in addition to the potentials; only solvers with takes_terms see them
  std::vector<int> held_vertices;  // exactly held at their q̃; hold() chooses them
  std::vector<char> held_mask;     // whether each vertex is held; empty if none is

  // Holds vertices (each once, not all of them) at `targets` (3 × held vertices [m]): their q̃ becomes the
  // target, and the objective becomes a function of the other vertices only. The inertial term leaves out
  // held vertices, whose contribution is constant.
  void hold(std::vector<int> vertices, const Positions<Real>& targets);
  bool is_held(Index vertex) const { return !held_mask.empty() && held_mask[vertex]; }
  // Sets the columns of held vertices to zero.
  void zero_held(Positions<Real>& columns) const;
  // Moves held vertices to their targets.
  void move_held_to_targets(Positions<Real>& positions) const;
  // Where every solver that takes `start` begins: its iteration 0 [m].
  Positions<Real> start_positions() const;

  // The positions with velocity zero: velocity_origin, or q_n.
  const Positions<Real>& origin_of_velocities() const {
    return velocity_origin.size() > 0 ? velocity_origin : previous_positions;
  }
  // v_{n+1} [m/s], if the step ends in `positions`.
  Positions<Real> velocities(const Positions<Real>& positions) const {
    return (positions - origin_of_velocities()) / time_step;
  }

  Index vertex_count() const { return inertial_positions.cols(); }
  // Whether there are hard constraints. f does not contain them, so its minimum is not the solution of the
  // step.
  bool has_hard_constraints() const { return simbench::has_hard_constraints(potentials); }
  // M/h² [kg/s²], one number per vertex; zero for held vertices.
  VectorX<Real> inertia_weights() const;
  // 1/m [1/kg]; zero for held vertices.
  VectorX<Real> inverse_masses() const;

  Real inertial(const Positions<Real>& positions) const;    // [J]
  Real constraint(const Positions<Real>& positions) const;  // sum of all potentials and terms [J]
  Real rest_energy() const;  // constraint() of the undeformed body, a constant of some laws [J]
  Real objective(const Positions<Real>& positions) const {
    return inertial(positions) + constraint(positions);
  }
  // Overwrites `gradient` with the gradient of the inertial term, and returns the term [J].
  Real inertial_and_gradient(const Positions<Real>& positions, Positions<Real>& gradient) const;
  // Adds the gradient of all potentials and terms, also at held vertices, and returns their sum [J].
  Real add_constraint_gradient(const Positions<Real>& positions, Positions<Real>& gradient) const;
  // Overwrites `gradient` with ∂f/∂q [N], which is zero at held vertices, and returns f [J].
  Real objective_and_gradient(const Positions<Real>& positions, Positions<Real>& gradient) const;

  // dᵀ ∂²f/∂q² d [J] with the exact Hessian; d: 3 × vertices [m], zero at held vertices.
  Real curvature(const Positions<Real>& positions, const Positions<Real>& direction) const;

  // M/h² + Σ_j w_j D_jᵀ D_j over all potentials, and what terms add, n × n, with the given weights. It
  // includes rows and columns of held vertices.
  SparseMatrix<Real> system_matrix(const SystemWeights<Real>& weights) const;
  // A system matrix in which held vertices are coupled with no vertex and have 1 on their diagonal.
  SparseMatrix<Real> free_part(SparseMatrix<Real> matrix) const;
  // The stiffnesses of each potential's elements, the weights of S without terms.
  SystemWeights<Real> stiffnesses() const;
  // S: the system matrix with the elements' stiffnesses as weights. It is the matrix of PD and the first
  // Hessian of L-BFGS.
  SparseMatrix<Real> stiffness_matrix() const;

  // The part of the step `step` [m] that all terms allow a search to try, in (0, 1]; 1 without terms.
  Real largest_step(const Positions<Real>& positions, const Positions<Real>& step) const;

  // Shortens `step` [m] so that all terms allow a search to try it and each part of it. Returns its length
  // over the length that it had.
  Real shorten(StepFilter filter, const Positions<Real>& positions, Positions<Real>& step) const;

  // Moves `end` back towards `origin`, as far as the terms demand.
  void stop_where_terms_allow(const Positions<Real>& origin, Positions<Real>& end) const;

  // The Hessian ∂²f/∂q² has the pattern of all potentials' elements. Held vertices are coupled with no vertex
  // and have the identity on their diagonal.
  BlockMatrix<Real> hessian_pattern() const;
  // Returns whether the pattern of `result` has grown, because terms couple vertices that it did not couple.
  // If some elements are marked in `form`, the Hessians of terms have the form of the marked ones.
  bool hessian(const Positions<Real>& positions, const HessianForm& form, BlockMatrix<Real>& result) const;
  // Overwrites `result` with the Hessian of the inertial term.
  void inertial_hessian(BlockMatrix<Real>& result) const;
};

// The potentials of a problem, and the same ones in single precision.
struct RoundedPotentials {
  Potentials<double> exact;
  Potentials<float> rounded;
};

// Rounds the problem to single precision. Potentials that `earlier` contains are not rounded again;
// afterwards it contains the potentials of this problem. is_representable() returns whether the numbers fit:
// no number overflowed, and no time step, mass or stiffness became zero.
IncrementalPotential<float> single_precision(const IncrementalPotential<double>& problem,
                                             RoundedPotentials& earlier);
IncrementalPotential<float> single_precision(const IncrementalPotential<double>& problem);

bool is_representable(const IncrementalPotential<float>& problem);

}  // namespace simbench
