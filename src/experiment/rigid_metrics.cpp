#include "experiment/rigid_metrics.h"

namespace simbench::rigid {

namespace {

using Value = std::optional<double>;

Value ratio(double a, double b) {
  if (b == 0) return {};
  return a / b;
}

}  // namespace

const std::vector<RigidMetric>& rigid_metrics() {
  static const std::vector<RigidMetric> table = {
      {{"objective", "J", "inertial + constraint; with hard rows it rises from 0 to f*"},
       [](const RigidObservation& o) -> Value { return objective(o.problem, o.solver.poses()); }},
      {{"inertial", "J", "1/2 |X - X~|^2_M/h^2"},
       [](const RigidObservation& o) -> Value { return inertial(o.problem, o.solver.poses()); }},
      {{"constraint", "J", "sum of |c|^2/(2 alpha) of compliant rows"},
       [](const RigidObservation& o) -> Value { return constraint(o.problem, o.solver.poses()); }},
      {{"relative_error", "1", "|X - X*|^2_M over its value at X~: the energy of the velocity error"},
       [](const RigidObservation& o) -> Value {
         if (!o.minimum) return {};
         const Poses<double>& X = o.minimum->poses;
         return ratio(half_square_distance(o.problem, o.solver.poses(), X),
                      half_square_distance(o.problem, o.problem.predicted, X));
       }},
      {{"constraint_error", "m", "2-norm of the hard rows"},
       [](const RigidObservation& o) -> Value { return hard_error(o.problem, o.solver.poses()); }},
      {{"multiplier_error", "1", "|L - L*|/|L*|, if the solver has multipliers"},
       [](const RigidObservation& o) -> Value {
         if (!o.minimum) return {};
         const VectorX<double>& L = o.minimum->multipliers;
         return ratio((o.solver.multipliers() - L).norm(), L.norm());
       }},
  };
  return table;
}

const Columns& rigid_columns() {
  static const Columns columns = [] {
    Columns all;
    for (const RigidMetric& metric : rigid_metrics()) all.list.push_back(metric.column);
    all.before_step = all.index("relative_error") + 1;
    return all;
  }();
  return columns;
}

}  // namespace simbench::rigid
