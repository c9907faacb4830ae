// Gauss–Seidel over constraints in coordinates of vertices, which PBD and XPBD share.
// One iteration: one sweep over the anchors, then over the tets in mesh order or another order, then over
// contacts. Needs from each potential: constraints C(q) with compliance α.
#pragma once

#include "deformable/solvers/kernels/constraint_sweep.h"
#include "deformable/solvers/kernels/one_sided_sweep.h"
#include "deformable/solvers/solver.h"
#include "deformable/solvers/sweep_order.h"

namespace simbench {

template <class Real>
class GaussSeidel : public Solver<Real> {
 public:
  IterationReport iterate() override;
  const Positions<Real>& positions() const override { return positions_; }
  static Declines declines_other_start(const SolverSettings&) { return needs_inertial_start; }

 protected:
  // compliance_scale: α̃/α, which is 1/h² in XPBD and 0 in PBD. Keeps the sweeps of the step before, without
  // their multipliers, if their parts are the same.
  void begin(const IncrementalPotential<Real>& problem, ConstraintForm form, const SweepOrder& order,
             Real compliance_scale, const Correction<Real>& correction = {});

  // What a sweep is made of.
  struct SweepParts {
    std::shared_ptr<const Potential<Real>> potential;
    ConstraintForm form;
    Real compliance_scale;
    std::vector<int> order;
    VectorX<Real> inverse_masses;
    Correction<Real> correction;
    int threads;
    bool operator==(const SweepParts&) const = default;
  };
  struct Batch {
    SweepParts parts;
    std::unique_ptr<ConstraintSweep<Real>> sweep;
  };
  const std::vector<Batch>& batches() const { return batches_; }
  void drop_multipliers();  // λ = 0

 private:
  std::vector<Batch> batches_;  // anchors first
  OneSidedSweep<Real> contacts_;
  Positions<Real> positions_;  // q
};

}  // namespace simbench
