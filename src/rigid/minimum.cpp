#include "rigid/minimum.h"

#include "rigid/approach.h"
#include "rigid/friction.h"
#include "rigid/linear_minimum.h"
#include "rigid/objective.h"
#include "rigid/optimality.h"
#include "rigid/smooth_problem.h"
#include "rigid/solvers/gauss_seidel.h"

namespace simbench::rigid {

namespace {

constexpr double polished = 1e-9;  // residual, over the first one
constexpr double unbounded = std::numeric_limits<double>::infinity();

// Newton's method from an iterate of Gauss–Seidel, on the rows that are equations there.
class Polish {
 public:
  explicit Polish(const StepProblem<double>& problem) : problem_(problem), conditions_(problem) {
    const VectorX<double> none = VectorX<double>::Zero(problem.constraints.row_count());
    first_ = conditions_.residual(problem.predicted, none);
  }

  // Empty if the steps do not lead straight to a solution; with patience, if they do not lead to one at all.
  std::optional<Minimum> from(const Poses<double>& poses, const VectorX<double>& multipliers,
                              bool is_patient) {
    is_patient_ = is_patient;
    Minimum minimum{poses, multipliers};
    std::vector<bool> active = active_rows(multipliers);
    constexpr int most_sets = 20;
    for (int set = 0; set < most_sets; ++set) {
      conditions_.set_active(active);
      if (!converge(minimum)) return {};
      if (!correct(active, minimum)) {
        minimum.has_unique_multipliers = !is_singular_;
        return minimum;
      }
    }
    return {};
  }
  // The same, of equations alone, from where Newton's own steps lead nowhere, as where a chain with slack has several ways to close.
  std::optional<Minimum> from_afar(Poses<double> poses, VectorX<double> multipliers, const Stop& stop) {
    Approach approach(problem_, conditions_);
    conditions_.set_active(active_rows(multipliers));
    constexpr int most_rounds = 30, trials = 10;
    for (int round = 0; round < most_rounds; ++round) {
      const bool moves = approach.go(trials, poses, multipliers);
      stop.throw_if_due();
      is_singular_ = false;
      std::optional<Minimum> minimum = from(poses, multipliers, !moves);
      if (minimum || !moves) return minimum;
    }
    return {};
  }

 private:
  // Inequalities that push, and all equations.
  std::vector<bool> active_rows(const VectorX<double>& multipliers) const {
    std::vector<bool> active(static_cast<std::size_t>(multipliers.size()), true);
    for_each_inequality([&](const auto&, Index row) { active[row] = multipliers[row] != 0; });
    return active;
  }
  template <class Body>
  void for_each_inequality(const Body& body) const {
    problem_.constraints.for_each([&](const auto& constraint, Index row) {
      if (constraint.is_inequality()) body(constraint, row);
    });
  }
  // Whether a row is to change sides: an active one that pulls, or another one that is violated.
  bool correct(std::vector<bool>& active, const Minimum& minimum) const {
    bool changed = false;
    for_each_inequality([&](const auto& constraint, Index row) {
      const double sign = constraint.least == 0 ? 1 : -1;
      const double error = sign * linearised(constraint, minimum.poses).error[0];
      const bool keeps = active[row] ? sign * minimum.multipliers[row] >= 0 : error < -1e-12;
      if (keeps == active[row]) return;
      active[row] = keeps;
      changed = true;
    });
    return changed;
  }

  // Newton's steps until they no longer lower the residual. Without patience full ones, which may raise it at first, as where Gauss–Seidel has not
  // gone all the way, but must not lead far; with patience as much of each as lowers it.
  bool converge(Minimum& minimum) {
    const double enough = std::max(polished * first_, conditions_.rounding(minimum.poses));
    double residual = conditions_.residual(minimum.poses, minimum.multipliers), turned = 0;
    const int most_steps = is_patient_ ? 60 : 15;
    constexpr double near_by = 0.25;  // what bodies turn in all [rad]
    for (int step = 0; step < most_steps; ++step) {
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
    conditions_.set_proximal(conditions_.small_weights(), next.multipliers);
    const bool moved = conditions_.step(next.poses, next.multipliers, part);
    conditions_.set_proximal(VectorX<double>::Zero(next.multipliers.size()), next.multipliers);
    return moved;
  }

  const StepProblem<double>& problem_;
  Optimality conditions_;
  double first_;
  bool is_singular_ = false, is_patient_ = false;
};

std::optional<Minimum> find_smooth_minimum(const StepProblem<double>& problem, const Stop& stop) {
  Polish polish(problem);
  GaussSeidel<double> sweeps({.has_compliance = true});
  sweeps.begin_step(problem);
  // Ever more sweeps before Newton tries again, until they have converged or made some millions of single corrections.
  const Index rows = std::max<Index>(problem.constraints.row_count(), 1);
  const Index most_sweeps = std::clamp<Index>(3000000 / rows, 2000, 100000);
  const auto error = [&] { return projected_residual(problem, sweeps.poses(), sweeps.multipliers()); };
  const double first = error();
  constexpr Index fewest_sweeps = 20;
  for (Index wanted = fewest_sweeps, done = 0;; wanted = std::min(2 * wanted, most_sweeps)) {
    for (; done < wanted; ++done) {
      sweeps.iterate();
      stop.throw_if_due();
    }
    const bool is_last = done == most_sweeps || !(error() > 1e-6 * first);
    auto minimum = polish.from(sweeps.poses(), sweeps.multipliers(), is_last);
    // Where masses differ by thousands, sweeps may not come nearer at all.
    if (!minimum && (wanted == fewest_sweeps || is_last))
      minimum = polish.from(problem.predicted, VectorX<double>::Zero(sweeps.multipliers().size()), false);
    if (minimum) return minimum;
    if (!is_last) continue;
    // Whether an inequality pushes would change on the way.
    if (problem.constraints.has_inequalities()) return {};
    return polish.from_afar(sweeps.poses(), sweeps.multipliers(), stop);
  }
}

}  // namespace

std::optional<Minimum> find_minimum(const StepProblem<double>& problem, const Stop& stop) {
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
