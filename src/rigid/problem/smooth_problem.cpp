#include "rigid/problem/smooth_problem.h"

#include "rigid/constraints/forms.h"

namespace simbench::rigid {

namespace {

// The number of rows that replace a constraint with a kink.
template <class Constraint>
constexpr int smooth_rows = std::is_same_v<Constraint, Axis> ? Alignment::rows : Point::rows;

}  // namespace

SmoothProblem::SmoothProblem(const StepProblem& problem) : given_(problem) {
  if (!problem.constraints.any_of([](const auto& constraint) { return has_kink(constraint); })) return;
  own_ = problem;
  own_->constraints = smooth(problem.constraints);
}

VectorX<double> SmoothProblem::multipliers_of_given(const VectorX<double>& multipliers) const {
  if (!own_) return multipliers;
  VectorX<double> result = VectorX<double>::Zero(given_.constraints.row_count());
  Index from = 0;
  given_.constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    if (has_kink(constraint)) {
      from += smooth_rows<Constraint>;
      return;
    }
    result.segment<Constraint::rows>(row) = multipliers.segment<Constraint::rows>(from);
    from += Constraint::rows;
  });
  return result;
}

}  // namespace simbench::rigid
