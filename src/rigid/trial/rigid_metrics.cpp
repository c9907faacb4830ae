#include "rigid/trial/rigid_metrics.h"

namespace simbench::rigid {

namespace {

using Value = std::optional<double>;

// Marks columns whose values solvers report.
constexpr auto reported = nullptr;

Value ratio(double a, double b) {
  if (b == 0) return {};
  return a / b;
}

Value multiplier_error(const RigidObservation& o, Measure measure) {
  if (!o.minimum || !o.minimum->has_unique_multipliers || !o.solver.has_multipliers()) return {};
  return multiplier_error(o.problem.constraints, o.solver.multipliers(), o.minimum->multipliers, measure);
}

Value projected_residual(const RigidObservation& o, Measure measure) {
  const bool has_such_rows =
      o.problem.constraints.any_of([&](const auto& constraint) { return constraint.measure == measure; });
  if (!has_such_rows || !o.solver.has_multipliers()) return {};
  return projected_residual(o.problem, o.solver.poses(), o.solver.multipliers(), measure);
}

}  // namespace

const std::vector<RigidMetric>& rigid_metrics() {
  static const std::vector<RigidMetric> table = {
      {{"objective", "J", "inertial + constraint; with hard rows it rises from 0 to f*"},
       [](const RigidObservation& o) -> Value { return objective(o.problem, o.solver.poses()); }},
      {{"inertial", "J", "1/2 |X - X~|^2_M/h^2"},
       [](const RigidObservation& o) -> Value { return inertial(o.problem, o.solver.poses()); }},
      {{"constraint", "J",
        "sum of |c|^2/(2 alpha) of compliant rows, and |force| |c| of motors at their bound"},
       [](const RigidObservation& o) -> Value { return constraint(o.problem, o.solver.poses()); }},
      {{"relative_error", "1", "|X - X*|^2_M divided by its value at X~: the energy of the velocity error"},
       [](const RigidObservation& o) -> Value {
         if (!o.minimum) return {};
         const Poses& X = o.minimum->poses;
         return ratio(half_square_distance(o.problem, o.solver.poses(), X),
                      half_square_distance(o.problem, o.problem.predicted, X));
       }},
      {{"constraint_error", "m",
        "2-norm of the hard rows that are lengths; inequalities count where they are violated"},
       [](const RigidObservation& o) -> Value { return hard_error(o.problem, o.solver.poses()); }},
      {{"angular_error", "rad", "2-norm of the hard rows that are angles"},
       [](const RigidObservation& o) -> Value { return angular_error(o.problem, o.solver.poses()); }},
      {{"volume_error", "m^3", "2-norm of the hard rows that are volumes, 6 (V - V0)"},
       [](const RigidObservation& o) -> Value { return volume_error(o.problem, o.solver.poses()); }},
      {{"largest_stretch", "m", "largest |c| of a joint between points, hard or compliant"},
       [](const RigidObservation& o) -> Value { return largest_stretch(o.problem, o.solver.poses()); }},
      {{"multiplier_error", "1", "|L - L*|/|L*| of the rows that are lengths, if the solver has multipliers"},
       [](const RigidObservation& o) -> Value { return multiplier_error(o, Measure::length); }},
      {{"projected_residual", "kg m",
        "|L - P(L - (K + alpha~)^-1 (c + alpha~ L))| of the rows that are lengths, P into the bounds; if the "
        "solver has multipliers"},
       [](const RigidObservation& o) -> Value { return projected_residual(o, Measure::length); }},
      {{"linear_momentum", "kg m/s", "norm of the momentum that the solver has added to the prediction's"},
       [](const RigidObservation& o) -> Value {
         return (linear_momentum(o.problem.inertias, o.state) -
                 linear_momentum(o.problem.inertias, o.prediction))
             .norm();
       }},
      {{"angular_momentum", "kg m^2/s", "the same for the angular momentum about the origin"},
       [](const RigidObservation& o) -> Value {
         return (angular_momentum(o.problem.inertias, o.state) -
                 angular_momentum(o.problem.inertias, o.prediction))
             .norm();
       }},
      {{"kinetic_energy", "J", "kinetic energy if the step ended here"},
       [](const RigidObservation& o) -> Value { return kinetic_energy(o.problem.inertias, o.state); }},
      {{"potential_energy", "J", "- sum of m g x"},
       [](const RigidObservation& o) -> Value {
         return potential_energy(o.problem.inertias, o.state, o.system.gravity);
       }},
      {{"relaxation", "1", "xi of this iteration (solvers that relax)"}, reported},
      {{"penalty", "kg", "s of this iteration, the mean over hard rows (avbd, alm)"}, reported},
      {{"angular_multiplier_error", "1", "multiplier_error of the rows that are angles"},
       [](const RigidObservation& o) -> Value { return multiplier_error(o, Measure::angle); }},
      {{"angular_residual", "kg m^2", "projected_residual of the rows that are angles"},
       [](const RigidObservation& o) -> Value { return projected_residual(o, Measure::angle); }},
      {{"penetration", "m", "largest overlap of two bodies at a contact, if there are contacts"},
       [](const RigidObservation& o) -> Value { return penetration(o.problem, o.solver.poses()); }},
      {{"contacts", "1", "number of contacts of this step, given or found"},
       [](const RigidObservation& o) -> Value {
         int count = 0;
         o.problem.constraints.for_each([&]<class Constraint>(const Constraint&, Index) {
           if (std::is_same_v<Constraint, Contact>) ++count;
         });
         return count;
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
