// Newton's linear system H p = −∇f, and the filters that give H another form than the exact Hessian. A filter
// remembers what it has seen in a step, and forgets it when the next step begins.
#pragma once

#include <optional>
#include <vector>

#include "deformable/solvers/line_search/line_search.h"
#include "math/multifrontal.h"

namespace simbench {

// How H follows from the exact Hessians of the elements. "Fails" means that the exact sum is not positive
// definite.
//   clamped        the negative eigenvalues of each element become zero (Teran et al. 2005)
//   exact          not changed: the sum may be indefinite, and f may rise along the direction
//   exact_if_spd   not changed; if this fails, clamped. It is on_demand without a countdown.
//   absolute       the eigenvalues of each element become their absolute values (Chen et al. 2024, Stabler
//                  Neo-Hookean Simulation)
//   trust_region   clamped where the exact quadratic model predicted the decrease of the last step to 1 %,
//   else
//                  absolute (Chen et al. 2024, Trust-Region Eigenvalue Filtering for Projected Newton)
//   on_demand      not changed; if this fails, clamped in this iteration and in the next three (Longva et al.
//                  2023; the countdown is that of SymX, by authors of the paper)
//   progressive    clamped for elements with a vertex whose gradient reaches a threshold, else not changed.
//                  The threshold is halved as long as this fails, and doubled after each iteration
//                  (Fernández-Fernández et al. 2025)
//   kinetic        not changed, plus κ M/h² with the first κ of 0, 1e-3, 1e-2, … that makes the sum positive
//                  definite (Longva et al. 2023; this sequence is simbench's own)
//   stretches      Gauss–Newton in the stretches of tets, and clamped for other elements; only the solver
//                  `mixed` has it (kernels/stretch_hessian.h)
enum class NewtonHessian {
  clamped,
  exact,
  exact_if_spd,
  absolute,
  trust_region,
  on_demand,
  progressive,
  kinetic,
  stretches
};

template <class Real>
class NewtonSystem {
 public:
  explicit NewtonSystem(NewtonHessian filter) : filter_(filter) {}

  // Orders and analyses the pattern of H. The problem must outlive the step. Returns why the filter cannot
  // take the problem; empty if it can.
  std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem);

  // direction ← −H⁻¹ ∇f. Returns the defect of H if H gives no direction. For a clamped H this happens only
  // in statics without enough anchors.
  MatrixDefect find_direction(const Iterate<Real>& current, Positions<Real>& direction);
  // The same with this form of H, which must be positive definite.
  MatrixDefect find_direction(const Iterate<Real>& current, const HessianForm& form,
                              Positions<Real>& direction);
  // Whether the exact H has no negative eigenvalue, beyond 1e-10 of its diagonal blocks. Overwrites
  // `scratch`.
  bool is_semidefinite(const Iterate<Real>& current, Positions<Real>& scratch);
  // Tells the filter which step came from the last direction.
  void observe(const Iterate<Real>& before, const Iterate<Real>& after);
  // Adds the number of elements that the last H has in another form than the exact one.
  void report(IterationReport& report) const;

  const char* ordering() const { return system_.ordering(); }

 private:
  MatrixDefect find_exact_direction(const Iterate<Real>& current, Positions<Real>& direction);
  MatrixDefect find_on_demand(const Iterate<Real>& current, int iterations, Positions<Real>& direction);
  MatrixDefect find_progressive(const Iterate<Real>& current, Positions<Real>& direction);
  MatrixDefect find_kinetic(const Iterate<Real>& current, Positions<Real>& direction);
  MatrixDefect find_in_stretches(const Iterate<Real>& current, Positions<Real>& direction);
  void assemble(const Iterate<Real>& current, const HessianForm& form);
  // direction ← −H⁻¹ ∇f with the assembled H.
  MatrixDefect solve(const Iterate<Real>& current, Positions<Real>& direction);

  NewtonHessian filter_;
  const IncrementalPotential<Real>* problem_ = nullptr;
  std::vector<std::span<const int>> elements_;  // the vertices of each
  std::optional<BlockMatrix<Real>> hessian_;
  Multifrontal<Real> system_;
  Index projected_elements_ = 0;
  // The states of the filters.
  bool model_fits_ = false;        // trust_region
  int clamped_iterations_ = 0;     // on_demand: how many are left
  std::optional<Real> threshold_;  // progressive [N]; empty before the first failure
  std::vector<char> marked_;       // progressive: the vertices whose gradient reaches the threshold
  Positions<Real> step_;
};

}  // namespace simbench
