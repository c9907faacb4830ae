// The interface of the solvers of deformable bodies: their coordinates are positions of vertices.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "deformable/problem/incremental_potential.h"
#include "deformable/solvers/cost.h"
#include "harness/solver.h"
#include "harness/solver_settings.h"
#include "harness/trial.h"
#include "math/matrix_defect.h"

namespace simbench {

// The failure to report for a matrix with this defect.
Failure failure_of(MatrixDefect defect);

// Why a solver that leaves M (q − q̃)/h² out of its iterations cannot begin at q_n.
inline constexpr const char* needs_inertial_start =
    "nothing in its iterations pulls vertices to q~, so that a step from the last positions would lose "
    "velocity and gravity; set step.start to inertial";

// Refuses the values that the member `start` of some solvers had before step.start replaced it.
void refuse_old_start(config::Fields& fields);

template <class Real>
struct ConstraintState;  // kernels/constraint_residuals.h

template <class Real>
class Solver : public SolverOf<IncrementalPotential<Real>> {
 public:
  // The current positions [m]; the start of the step (IncrementalPotential::start_positions) at iteration 0.
  virtual const Positions<Real>& positions() const = 0;

  // The method that found the elimination order of the solver's sparse factorisation; empty if there is no
  // factorisation.
  virtual std::string_view elimination_order() const { return {}; }

  // Columns that only this solver reports, after those of the table of metrics.
  virtual std::span<const Column> own_columns() const { return {}; }

  // The constraints of all potentials, anchors first, with their multipliers after the last iteration; null
  // if the solver has none or its report has no residuals. With them the observer computes the two residuals
  // that complete() would report, together with the gradient of f.
  virtual std::vector<ConstraintState<Real>>* constraints() const { return nullptr; }

  // How often the solver has factorised the matrix that it keeps; empty for solvers that keep none.
  virtual std::optional<int> factorisations() const { return {}; }
};

}  // namespace simbench
