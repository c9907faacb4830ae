#include "rigid/referee/minimum.h"

#include "rigid/problem/friction.h"
#include "rigid/problem/objective.h"
#include "rigid/problem/optimality.h"
#include "rigid/problem/smooth_problem.h"
#include "rigid/referee/approach.h"
#include "rigid/referee/linear_minimum.h"
#include "rigid/solvers/gauss_seidel.h"

namespace simbench::rigid {

namespace {

constexpr double polished = 1e-9;  // residual, divided by the first one
constexpr double unbounded = std::numeric_limits<double>::infinity();

// Newton's method from an iterate of Gauss–Seidel, with the rows that are active there.
class Polish {
 public:
  Polish(const StepProblem& problem, const Stop& stop)
      : problem_(problem), stop_(stop), conditions_(problem) {
    const VectorX<double> none = VectorX<double>::Zero(problem.constraints.row_count());
    first_ = conditions_.residual(problem.predicted, none);
  }

  // Returns the solution; empty if the steps do not lead to it directly. If `is_patient`, it is empty only if
  // they lead to no solution at all.
  std::optional<Minimum> solve_from(const Poses& poses, const VectorX<double>& multipliers, bool is_patient) {
    is_patient_ = is_patient;
    Minimum minimum{poses, multipliers};
    conditions_.set_rows(multipliers);
    constexpr int max_sets = 20;
    for (int set = 0; set < max_sets; ++set) {
      if (!converge(minimum)) return {};
      if (!conditions_.correct_rows(minimum.poses, minimum.multipliers)) {
        minimum.has_unique_multipliers = !is_singular_;
        return minimum;
      }
    }
    return {};
  }
  // The same for problems without inequalities, by damped steps (approach.h). It helps where plain Newton
  // steps fail, such as for a chain with slack, which can close in several ways.
  std::optional<Minimum> solve_from_afar(Poses poses, VectorX<double> multipliers) {
    Approach approach(problem_, conditions_);
    conditions_.set_rows(multipliers);
    constexpr int max_rounds = 30, trials = 10;
    for (int round = 0; round < max_rounds; ++round) {
      const bool moves = approach.try_steps(trials, poses, multipliers);
      stop_.throw_if_due();
      is_singular_ = false;
      std::optional<Minimum> minimum = solve_from(poses, multipliers, !moves);
      if (minimum || !moves) return minimum;
    }
    return {};
  }

 private:
  // Does Newton steps until the residual no longer decreases. The impatient version does full steps. If
  // Gauss–Seidel has not converged, they may raise the residual at first, but they must not lead far away.
  // The patient version halves each step until it lowers the residual.
  bool converge(Minimum& minimum) {
    const double enough = std::max(polished * first_, conditions_.rounding(minimum.poses));
    double residual = conditions_.residual(minimum.poses, minimum.multipliers), turned = 0;
    const int max_steps = is_patient_ ? 60 : 15;
    constexpr double near_by = 0.25;  // largest sum of rotations [rad]
    for (int step = 0; step < max_steps; ++step) {
      stop_.throw_if_due();
      Minimum next = minimum;
      const double bound = is_patient_ || residual <= enough ? residual : unbounded;
      if (!helpful_step(bound, next)) break;
      turned += conditions_.last_turn();
      if (!is_patient_ && turned > near_by) return false;
      residual = next.residual;
      minimum = std::move(next);
    }
    minimum.residual = first_ > 0 ? residual / first_ : 0;
    return residual <= enough;
  }
  bool helpful_step(double bound, Minimum& next) {
    const Minimum start = next;
    for (double part = 1; part > (is_patient_ ? 1e-3 : 0.9); part /= 2) {
      next = start;
      if (!step_from(next, part)) return false;
      next.residual = conditions_.residual(next.poses, next.multipliers);
      if (next.residual < bound) return true;
    }
    return false;
  }
  bool step_from(Minimum& next, double part) {
    if (!is_singular_ && conditions_.step(next.poses, next.multipliers, part)) return true;
    is_singular_ = true;
    return conditions_.proximal_step(conditions_.small_weights(), next.poses, next.multipliers, part);
  }

  const StepProblem& problem_;
  const Stop& stop_;
  Optimality conditions_;
  double first_;
  bool is_singular_ = false, is_patient_ = false;
};

std::optional<Minimum> find_smooth_minimum(const StepProblem& problem, const Stop& stop) {
  stop.throw_if_due();
  Polish polish(problem, stop);
  GaussSeidel sweeps({.has_compliance = true});
  sweeps.begin_step(problem);
  // Doubles the number of sweeps before each attempt of Newton's method. Stops when the sweeps have converged
  // or have done some millions of single corrections.
  const Index rows = std::max<Index>(problem.constraints.row_count(), 1);
  const Index max_sweeps = std::clamp<Index>(3000000 / rows, 2000, 100000);
  const auto error = [&] { return projected_residual(problem, sweeps.poses(), sweeps.multipliers()); };
  const double first = error();
  constexpr Index min_sweeps = 20;
  for (Index wanted = min_sweeps, done = 0;; wanted = std::min(2 * wanted, max_sweeps)) {
    for (; done < wanted; ++done) {
      sweeps.iterate();
      stop.throw_if_due();
    }
    const bool is_last = done == max_sweeps || !(error() > 1e-6 * first);
    auto minimum = polish.solve_from(sweeps.poses(), sweeps.multipliers(), is_last);
    // If masses differ by factors of thousands, sweeps may not come closer to the solution at all.
    if (!minimum && (wanted == min_sweeps || is_last))
      minimum =
          polish.solve_from(problem.predicted, VectorX<double>::Zero(sweeps.multipliers().size()), false);
    if (minimum) return minimum;
    if (!is_last) continue;
    // Damped steps do not work with inequalities: they would have to change the set of active inequalities.
    if (problem.constraints.has_inequalities()) return {};
    return polish.solve_from_afar(sweeps.poses(), sweeps.multipliers());
  }
}

}  // namespace

std::optional<Minimum> find_minimum(const StepProblem& problem, const Stop& stop) {
  if (has_friction(problem.constraints)) return {};
  if (is_linear(problem)) return find_linear_minimum(problem);
  const SmoothProblem smooth(problem);
  std::optional<Minimum> minimum = find_smooth_minimum(smooth.problem(), stop);
  if (minimum && smooth.had_kinks()) {
    minimum->multipliers = smooth.multipliers_of_given(minimum->multipliers);
    minimum->has_unique_multipliers = false;
  }
  if (minimum) minimum->objective = objective(problem, minimum->poses);
  return minimum;
}

}  // namespace simbench::rigid
