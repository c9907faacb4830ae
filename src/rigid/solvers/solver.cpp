#include "rigid/solvers/solver.h"

#include <fmt/format.h>

#include "base/counted.h"
#include "base/error.h"
#include "rigid/problem/friction.h"
#include "rigid/problem/objective.h"

namespace simbench::rigid {

void WarmStart::describe(config::Fields& fields) {
  fields.number("warm_start", factor,
                {.doc = "w: a step starts with w times the multipliers of the last step",
                 .range = config::non_negative});
  fields.unused(factor == 0 && !fields.is_given("warm_start"), {"warm_start_pose"}, "warm_start",
                "warm_start is 0, so a step starts without multipliers");
  fields.boolean("warm_start_pose", moves_pose,
                 {.doc = "whether a warm start moves the pose by these multipliers, too"});
  fields.number("keep", keep,
                {.doc = "a: constraints aim at a times their error at the start of the step",
                 .range = {.minimum = 0, .maximum = 1}});
}

void describe_forms(config::Fields& fields, Forms& forms) {
  static constexpr std::array<std::string_view, 3> points = {"vector", "rows", "scalar"};
  static constexpr std::array<std::string_view, 2> axes = {"angle", "cosine"};
  config::choice(fields, "form", forms.point, points,
                 {.doc = "form of point joints; vector: three components at once; rows: one component after "
                         "the other; scalar: the length of the gap"});
  config::choice(fields, "axis_form", forms.axis, axes,
                 {.doc = "error of an axis constraint; angle: the angle; cosine: its cosine minus one"});
}

void describe_arm(config::Fields& fields, double& arm) {
  fields.number("arm", arm,
                {.unit = "m",
                 .doc = "a: for the penalty, an angle c counts as the length a c, a volume c as c/a^2",
                 .range = config::positive});
}

void Solver::start_at(const StepProblem& problem, const WarmStart& warm, const Forms& forms) {
  problem_ = &problem;
  is_continued_ = std::exchange(has_stored_memory_, false);
  forms_ = forms;
  constraints_ = &problem.constraints;
  if (!forms.are_those_of_scenes()) {
    own_constraints_ = in_forms(problem.constraints, forms);
    constraints_ = &own_constraints_;
  }
  poses_ = problem.predicted;
  const Index rows = constraints().row_count();
  const Vector3<double> none = Vector3<double>::Zero();
  const bool is_warm = warm.factor != 0 && carry_over(multipliers_, 0.0) && carry_over(tangential_, none);
  if (is_warm) {
    multipliers_ *= warm.factor;
    for (Vector3<double>& own : tangential_) own *= warm.factor;
    turn_friction();
  } else {
    multipliers_.setZero(rows);
    tangential_.assign(static_cast<std::size_t>(rows), none);
  }
  targets_.setZero(rows);
  const bool moves = is_warm && warm.moves_pose;
  if (warm.keep != 0) {
    constraints().for_each_linearised(
        problem.previous, [&]<class Constraint>(const Constraint& constraint, const auto& linear, Index row) {
          if (constraint.is_spring || constraint.is_motor) return;
          const auto error = constraint.is_limit() ? violation(constraint, linear.error) : linear.error;
          targets_.segment<Constraint::rows>(row) = warm.keep * error;
        });
  }
  if (!moves) return;
  std::vector<Displacement> displacements(poses_.size());
  constraints().for_each_linearised(
      poses_, [&]<class Constraint>(const Constraint& constraint, const auto& linear, Index row) {
        linear.displace(constraint.bodies, problem.inertias, poses_,
                        multipliers_.segment<Constraint::rows>(row), displacements);
      });
  add_friction(poses_, displacements);
  for (std::size_t b = 0; b < poses_.size(); ++b) move(poses_[b], displacements[b]);
}

void Solver::continue_with(const NamedNumbers& stored) {
  SolverMemory memory(stored);
  list_memory(memory);
  has_stored_memory_ = true;
}

void Solver::refuse_memory(std::size_t values, Index rows) {
  throw Error(ExitCode::usage,
              fmt::format("the state's memory has values of {}, but the joints and contacts of "
                          "its step have {} here; set state.memory to none to begin without it",
                          counted(values, "row"), rows));
}

void Solver::list_multipliers(SolverMemory& memory, double factor) {
  if (factor == 0) return;
  memory.list("multipliers", multipliers_);
  memory.list("friction", tangential_);
}

void Solver::turn_friction() {
  if (problem_->found.last.empty()) return;
  constraints().for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    if constexpr (std::is_same_v<Constraint, Contact>) {
      const Vector3<double>& n = constraint.normal;
      tangential_[row] -= n * n.dot(tangential_[row]);
    }
  });
}

void Solver::add_friction(const Poses& poses, std::span<Displacement> moves) const {
  constraints().for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    if constexpr (std::is_same_v<Constraint, Contact>) {
      Touch(constraint, poses).displace(tangential_[row], problem_->inertias, poses, moves);
    }
  });
}

VectorX<double> Solver::multipliers() const {
  if (forms_.point != PointForm::scalar) return multipliers_;
  // The multiplier of a length acts along the vector of the joint.
  VectorX<double> result(problem_->constraints.row_count());
  Index own = 0;
  problem_->constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    if constexpr (std::is_same_v<Constraint, Point>) {
      result.segment<3>(row) = multipliers_[own++] * linearised(constraint, poses()).error.stableNormalized();
    } else {
      result.segment<Constraint::rows>(row) = multipliers_.segment<Constraint::rows>(own);
      own += Constraint::rows;
    }
  });
  return result;
}

std::vector<Vector3<double>> Solver::friction() const {
  std::vector<Vector3<double>> result;
  constraints().for_each([&]<class Constraint>(const Constraint&, Index row) {
    if constexpr (std::is_same_v<Constraint, Contact>) result.push_back(tangential_[row]);
  });
  return result;
}

}  // namespace simbench::rigid
