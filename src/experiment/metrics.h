// What is measured of an iterate. The table of metrics is the CSV's header, its rows, and `simbench list
// metrics`. Everything is computed in double precision from the problem and the positions; a solver only adds
// what nobody else can know (its report).
#pragma once

#include <optional>
#include <vector>

#include "experiment/trial.h"
#include "problem/incremental_potential.h"
#include "solver/solver.h"

namespace simbench {

// What a metric may look at.
struct Observation {
  const IncrementalPotential<double>& problem;
  const Positions<double>& positions;   // q [m]
  const Positions<double>& velocities;  // that the step would end with [m/s]
  const Positions<double>& gradient;    // ∂f/∂q [N]
  const VectorX<double>& rest_volumes;  // of each tet [m³]
  const VectorX<double>& determinants;  // det F of each tet, its volume over that at rest
  const std::vector<double>& energies;  // of each of the problem's potentials [J]
  double inertial;                      // [J]
  std::optional<double>
      feasible_objective;                 // f with held vertices where they are held [J]; absent without them
  std::optional<double> start_objective;  // f(q̃) [J]; absent at iteration 0
  std::optional<double> reference_minimum;  // f* [J]

  bool has_tets() const { return determinants.size() > 0; }
  double constraint() const;
  double kinetic_energy() const;           // [J]
  double energy_of_accelerations() const;  // −Σ m a·q of gravity and other external forces [J]
  double objective() const { return inertial + constraint(); }
};

struct Metric {
  Column column;
  // Absent: an empty cell. Null: a solver reports it under the column's name.
  std::optional<double> (*value)(const Observation&);
};

// In the order of the columns.
const std::vector<Metric>& metrics();
const Columns& metric_columns();

// Looks at iterates of one problem. Owns the workspace, so that looking allocates little.
class Observer {
 public:
  explicit Observer(const IncrementalPotential<double>& problem, std::optional<double> reference_minimum);

  // One value a metric. The first call of a step must be for iteration 0.
  std::vector<std::optional<double>> observe(const Positions<double>& positions,
                                             const IterationReport& report);

 private:
  std::optional<double> feasible_objective(const Positions<double>& positions, double objective) const;

  const IncrementalPotential<double>& problem_;
  std::optional<double> reference_minimum_;
  std::optional<double> start_objective_;
  Positions<double> velocities_;
  Positions<double> gradient_;
  VectorX<double> rest_volumes_;
  VectorX<double> determinants_;
  std::vector<double> energies_;
};

}  // namespace simbench
