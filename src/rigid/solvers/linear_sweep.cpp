#include "rigid/solvers/linear_sweep.h"

namespace simbench::rigid {

void LinearSweep::begin(const StepProblem& problem, const Constraints& constraints, FixedPoses where,
                        double share, const VectorX<double>& targets) {
  const Poses& poses = where == FixedPoses::start ? problem.previous : problem.predicted;
  problem_ = &problem;
  constraints_ = &constraints;
  poses_ = poses;
  find_mobilities(problem.inertias, poses, mobilities_);
  rows_.clear(constraints);
  constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    const double softness = constraint.is_spring ? problem.scaled(constraint.compliance) : 0.0;
    RowsOfShapes<Rows>::Of<Constraint> own = {
        {constraint, poses, softness, mobilities_}, softness, constraint.is_inequality()};
    // At X_n the turns of an angle are known. Poses tell them only as far as a whole turn from the
    // prediction.
    if constexpr (requires { constraint.error_at_start(); }) {
      if (where == FixedPoses::start) own.error[0] = constraint.error_at_start();
    }
    for (int k = 0; k < Constraint::rows; ++k)
      own.error[k] = constraint.remaining(own.error[k], share) - targets[row + k];
    rows_.push_back(own);
  });
}

void LinearSweep::displace(const VectorX<double>& multipliers) {
  rows_.for_each(*constraints_, [&]<class Constraint>(const Constraint&, const auto& own, Index row) {
    std::array<double, Constraint::rows> change;
    std::copy_n(multipliers.data() + row, Constraint::rows, change.begin());
    own.displace(change, mobilities_, moves);
  });
}

template <int rows, int body_count, bool is_of_points>
SIMBENCH_FLATTEN void LinearSweep::satisfy(const ConstraintBase<rows, body_count>& constraint,
                                           const Rows<rows, body_count, is_of_points>& own, double relaxation,
                                           double* multipliers) {
  std::array<double, rows> change = own.wanted_change(moves, own.softness, multipliers);
  for (int k = 0; k < rows; ++k) {
    double wanted = multipliers[k] - relaxation * change[k];
    if (own.is_inequality && own.can_move())
      wanted = constraint.admissible(wanted, relaxation * own.inverse_of(k));
    change[k] = wanted - multipliers[k];
    multipliers[k] = wanted;
  }
  own.displace(change, mobilities_, moves);
}

void LinearSweep::operator()(double relaxation, VectorX<double>& multipliers,
                             std::vector<Vector3<double>>* tangential) {
  rows_.for_each(
      *constraints_, [&]<class Constraint>(const Constraint& constraint, const auto& own, Index row) {
        satisfy(constraint.base(), own, relaxation, multipliers.data() + row);
        if constexpr (std::is_same_v<Constraint, Contact>) {
          if (constraint.static_friction == 0 || !tangential) return;
          Touch(constraint, poses_)
              .correct(moves, (*tangential)[row], multipliers[row], relaxation, problem_->inertias, poses_);
        }
      });
}

void LinearSweep::apply(Poses& result) const {
  for (std::size_t b = 0; b < moves.size(); ++b) {
    result[b] = poses_[b];
    move(result[b], moves[b]);
  }
}

}  // namespace simbench::rigid
