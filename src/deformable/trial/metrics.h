// The metrics of an iterate. Their table defines the columns of iterations.csv and `simbench list metrics`.
// Metrics are computed in double precision from the problem and the positions. A solver reports only numbers
// that cannot be computed from these.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "deformable/problem/incremental_potential.h"
#include "deformable/solvers/kernels/constraint_system.h"
#include "deformable/solvers/solver.h"
#include "harness/trial.h"
#include "math/work.h"

namespace simbench {

using HardConstraints = std::vector<std::unique_ptr<ConstraintSystem<double>>>;

// The inputs of a metric.
struct Observation {
  const IncrementalPotential<double>& problem;
  const Positions<double>& positions;        // q [m]
  const Positions<double>& velocities;       // at the end of the step, if it ended with this iterate [m/s]
  const Positions<double>& gradient;         // ∂f/∂q [N]
  const VectorX<double>& rest_volumes;       // of each tet [m³]
  const VectorX<double>& determinants;       // det F of each tet: volume / rest volume
  const std::vector<double>& energies;       // of each potential of the problem [J]
  const std::vector<double>& term_energies;  // of each term of the problem [J]
  const HardConstraints& hard_constraints;   // of the potentials that are hard
  double inertial;                           // [J]
  std::optional<double> feasible_objective;  // f with held vertices at their targets [J]; empty without them
  std::optional<double> start_objective;     // f(q̃), see below [J]; empty at iteration 0, if that is q̃
  std::optional<double> reference_minimum;   // f* [J]
  const Positions<double>* minimiser;        // q* [m]; null if Newton did not find it
  const Work& work;                          // of the solver since the run began
  Index element_count;                       // of all potentials

  bool has_tets() const { return determinants.size() > 0; }
  double constraint() const;
  double stored_energy() const;            // constraint() without terms that dissipate [J]
  double kinetic_energy() const;           // [J]
  double energy_of_accelerations() const;  // −Σ m a·q of gravity and other external forces [J]
  double objective() const { return inertial + constraint(); }
};

struct Metric {
  Column column;
  // Computes the value; empty for an empty cell. Null if solvers report the value under the column's name.
  std::optional<double> (*value)(const Observation&);
};

// All metrics in the order of the columns.
const std::vector<Metric>& metrics();
const Columns& metric_columns();

// Measures iterates of one problem. It owns the workspace, so measuring allocates little memory.
class Observer {
 public:
  // `minimiser`, the positions of the minimum [m], may be null; otherwise it must outlive the observer.
  // `precision` is the solver's: relative errors are relative to f at the q̃ that the solver sees.
  Observer(const IncrementalPotential<double>& problem, std::optional<double> reference_minimum,
           const Positions<double>* minimiser = nullptr, Precision precision = Precision::double_precision);

  // Returns one value per metric. The first call of a step must be for iteration 0. `constraints`, if not
  // null, are those of a solver (solver.h) whose residuals are not in the report.
  std::vector<std::optional<double>> observe(const Positions<double>& positions, IterationReport report,
                                             const Work& work = {},
                                             std::vector<ConstraintState<double>>* constraints = nullptr);
  // The objective in the denominator of relative errors [J], once iteration 0 is observed: f(q̃), or f where
  // the step begins if the problem has terms, which may be infinite at q̃.
  std::optional<double> start_objective() const { return start_objective_; }
  // Of each term of the problem at the last positions [J].
  const std::vector<double>& term_energies() const { return term_energies_; }

 private:
  std::optional<double> feasible_objective(const Positions<double>& positions, double objective) const;
  // The objective in the denominator; empty if it is that of `positions`, those of iteration 0.
  std::optional<double> objective_of_start(const Positions<double>& positions) const;

  const IncrementalPotential<double>& problem_;
  std::optional<double> reference_minimum_;
  const Positions<double>* minimiser_;
  Precision precision_;
  std::optional<double> start_objective_;
  Positions<double> velocities_;
  Positions<double> gradient_;
  Positions<double> residual_;  // of XPBD's constraints
  VectorX<double> rest_volumes_;
  VectorX<double> determinants_;
  std::vector<double> energies_, term_energies_;
  HardConstraints hard_constraints_;
  Index element_count_ = 0;  // of all potentials
};

}  // namespace simbench
