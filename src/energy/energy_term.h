// A batch of like elements (all tets of a law, all anchors) and every view of it that a solver may need. One
// virtual call a batch: the loops over elements are typed and written once, in tet_term.h and anchor_term.h.
#pragma once

#include <Eigen/SparseCore>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "energy/law.h"
#include "math/block_matrix.h"
#include "math/types.h"

namespace simbench {

enum class TermKind { material, anchors };

// Solves the constraints of a batch of elements one after the other (Macklin et al. 2016, Eq. 17–18; Ledwon 2024, Eq. 3.53
// and 3.54), and keeps their multipliers λ, zero at first, from sweep to sweep. The term must outlive it.
template <class Real>
class ConstraintSweep {
 public:
  virtual ~ConstraintSweep() = default;
  virtual void run(Positions<Real>& positions) = 0;
  virtual Reduced<Real> multipliers() const = 0;  // elements × constraints
};

template <class Real>
class EnergyTerm {
 public:
  virtual ~EnergyTerm() = default;

  virtual TermKind kind() const = 0;
  virtual std::string_view law() const = 0;  // "strain", …; "anchor" for anchors
  virtual Index element_count() const = 0;

  // --- An energy: E(q) = Σ_j ψ_j(q) [J] ---
  virtual Real value(const Positions<Real>& positions) const = 0;
  // Adds ∂E/∂q [N] to `gradient` and returns E, in one pass.
  virtual Real add_gradient(const Positions<Real>& positions, Positions<Real>& gradient) const = 0;
  virtual void add_hessian(const Positions<Real>& positions, Definiteness definiteness,
                           BlockMatrix<Real>& hessian) const = 0;
  // The vertices that each element couples (the Hessian's pattern).
  virtual void append_elements(std::vector<std::span<const int>>& elements) const = 0;

  // --- A reduction: each element sees the positions only through D_j q ---
  virtual Index reduced_size() const = 0;  // 9 for a tet (its F, column by column), 3 for an anchor
  // Stiffness of each element, k V_j [J] for a tet and k_s for an anchor: the weights of PD and
  // of L-BFGS's S.
  virtual const VectorX<Real>& stiffnesses() const = 0;
  // Adds Σ_j w_j D_jᵀ D_j, an n × n matrix that acts on each coordinate alike (lower and upper triangle).
  virtual void add_normal_matrix(const VectorX<Real>& weights,
                                 std::vector<Eigen::Triplet<Real>>& entries) const = 0;
  // y_j = D_j q for all elements; y is elements × reduced_size.
  virtual void reduce(const Positions<Real>& positions, Reduced<Real>& y) const = 0;
  // Adds Σ_j w_j D_jᵀ y_j to `result`.
  virtual void add_transposed(const VectorX<Real>& weights, const Reduced<Real>& y,
                              Positions<Real>& result) const = 0;

  // --- The solvers' local steps, each in one pass. Calling one that a law does not have is a programming error ---
  virtual bool can_project() const = 0;
  // Projective Dynamics: adds Σ_j k_j D_jᵀ p_j, with k_j the stiffnesses and p_j the point of the element's manifold
  // closest to D_j q.
  virtual void add_projections(const Positions<Real>& positions, Positions<Real>& result) const = 0;

  // ADMM: z_j ← argmin_z ψ_j(z) + w_j²/2 ‖z − D_j q − ū_j‖², by at most so many of Newton's iterations where there is no
  // closed form (prox.h); ū_j += D_j q − z_j; adds Σ_j w_j² D_jᵀ (z_j − ū_j). z and ū are elements × reduced_size.
  virtual void split(const VectorX<Real>& squared_weights, int maximum_iterations,
                     const Positions<Real>& positions, Reduced<Real>& z, Reduced<Real>& u,
                     Positions<Real>& result) const = 0;

  // XPBD: how many constraints each element has (0: the law has no XPBD form).
  virtual int constraint_count(ConstraintForm form) const = 0;
  // Gauss–Seidel sweeps over the elements in the given order; α̃ = compliance_scale · α; inverse_masses [1/kg].
  virtual std::unique_ptr<ConstraintSweep<Real>> constraint_sweep(
      ConstraintForm form, Real compliance_scale, std::span<const int> order,
      const VectorX<Real>& inverse_masses) const = 0;

  // --- An energy as one vertex sees it, all others being held ---
  // Adds ∂E/∂q_i [N] and the 3 × 3 block ∂²E/∂q_i² [N/m] of vertex i, of elements' Hessians as in add_hessian.
  virtual void add_vertex_derivatives(const Positions<Real>& positions, Index vertex,
                                      Definiteness definiteness, Vector3<Real>& gradient,
                                      Matrix3<Real>& hessian) const = 0;

  // The same batch with all of its arithmetic in single precision.
  virtual std::shared_ptr<const EnergyTerm<float>> single_precision() const = 0;
};

}  // namespace simbench
