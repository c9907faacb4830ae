// ADMM's splitting of a step (Overby et al. 2017, Alg. 1; Ledwon 2024, Sec. 3.7): f is minimised over q and z
// with D q = z, the scaled dual variable ū, and W = diag(w_j). It has the state and the two halves of an
// iteration, which ADMM and its accelerations share.
#pragma once

#include "deformable/energy/prox.h"
#include "deformable/solvers/linear/linear_system.h"

namespace simbench {

template <class Real>
class Splitting {
 public:
  // The elements of one potential. z, ū and D q are elements × reduced_size.
  struct Batch {
    const Potential<Real>* potential;
    VectorX<Real> squared_weights;  // w_j²
    Reduced<Real> z;
    Reduced<Real> previous_z;
    Reduced<Real> u;  // ū
  };

  Splitting(const ProxSearch& prox, const LinearSolver& linear_solver)
      : prox_(prox), system_(linear_solver) {}

  // q ← the start of the step, z ← D q, ū ← 0, with w² of the elements of each potential. The problem must
  // outlive the step.
  void begin_step(const IncrementalPotential<Real>& problem,
                  const std::vector<VectorX<Real>>& squared_weights);
  // Adds elements that are not in the problem's potentials, as the last batch. They have no matrix: it must
  // be factorised by system().
  void add_batch(const Potential<Real>& potential, const VectorX<Real>& squared_weights,
                 const Reduced<Real>& z);
  // w² of the problem's potentials.
  std::vector<VectorX<Real>> squared_weights() const;
  // Factorises M/h² + Σ w_j² D_jᵀ D_j. Returns false if it is not positive definite.
  bool factorize() { return system_.factorize(*problem_, squared_weights()); }

  // z_j ← prox of ψ_j at D_j q + ū_j, ū ← ū + D q − z.
  void local_step();
  // Replaces the result of the local step: the global step then takes z − ū from the given y of each batch,
  // which also contains b: y = z − ū + b.
  void set_targets(const std::vector<Reduced<Real>>& y);
  // q ← argmin of the inertial term and ½‖W(D q − z + ū)‖². Must follow local_step() or set_targets().
  // Returns false if the linear solver fails. Terms are in it as a quadratic model at q, whose matrix is that
  // of their stiffness, and q moves to its minimum as far as they allow.
  [[nodiscard]] bool global_step();
  // The part of the last global step that terms allowed.
  Real allowed_part() const { return allowed_part_; }

  // ‖W (D q − z)‖ [√J].
  Real primal_residual() const;
  // Dᵀ W² (z − z_previous) [N].
  Positions<Real> dual_residual() const;

  std::vector<Batch>& batches() { return batches_; }
  const std::vector<Batch>& batches() const { return batches_; }
  LinearSystem<Real>& system() { return system_; }
  const LinearSystem<Real>& system() const { return system_; }
  const Positions<Real>& positions() const { return positions_; }

 private:
  bool global_step_with_terms();

  ProxSearch prox_;
  const IncrementalPotential<Real>* problem_ = nullptr;
  LinearSystem<Real> system_;
  VectorX<Real> inertia_weights_;  // M/h²
  std::vector<Batch> batches_;
  Positions<Real> right_hand_side_;
  Positions<Real> positions_;  // q
  Real allowed_part_ = 1;
};

}  // namespace simbench
