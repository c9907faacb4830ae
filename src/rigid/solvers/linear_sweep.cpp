#include "rigid/solvers/linear_sweep.h"

#include <Eigen/LU>

namespace simbench::rigid {

namespace {

plain::Vector<double> row_of(const auto& block, int row) {
  return {block(row, 0), block(row, 1), block(row, 2)};
}

}  // namespace

void LinearSweep::begin(const StepProblem<double>& problem, const Constraints<double>& constraints,
                        const Poses<double>& poses, double share, const VectorX<double>& targets) {
  problem_ = &problem;
  constraints_ = &constraints;
  poses_ = poses;
  mobilities_.clear();
  for (std::size_t b = 0; b < poses.size(); ++b) {
    const Inertia<double>& inertia = problem.inertias[b];
    mobilities_.push_back(
        {inertia.inverse_mass, plain::Symmetric<double>::of(plain::plain_pose(poses[b]).rotation(),
                                                            Vector(inertia.inverse_principal))});
  }
  std::apply([](auto&... all) { (all.clear(), ...); }, fixed_);
  reserve(constraints);
  constraints.for_each_linearised(poses, [&](const auto& constraint, const auto& linear, Index row) {
    fix(constraint, linear, share, targets.data() + row);
  });
}

void LinearSweep::reserve(const Constraints<double>& constraints) {
  std::array<std::array<std::size_t, 5>, 4> counts = {};  // by rows and bodies
  constraints.for_each([&]<class Constraint>(const Constraint&, Index) {
    ++counts[Constraint::rows][Constraint::body_count];
  });
  std::apply(
      [&]<int... rows, int... body_count>(AllFixed<rows, body_count> & ... all) {
        (all.reserve(counts[rows][body_count]), ...);
      },
      fixed_);
}

template <int rows, int body_count>
void LinearSweep::fix(const ConstraintBase<double, rows, body_count>& constraint,
                      const Linearisation<double, rows, body_count>& linear, double share,
                      const double* targets) {
  Fixed<rows, body_count>& own = std::get<AllFixed<rows, body_count>>(fixed_).emplace_back();
  own.bodies = constraint.bodies;
  own.softness = constraint.is_spring ? problem_->scaled(constraint.compliance) : 0.0;
  auto K = linear.effective_inverse_mass(constraint.bodies, problem_->inertias, poses_);
  K.diagonal().array() += own.softness;
  const bool can_move = linear.has_gradient && K.trace() > 0;
  own.is_inequality = can_move && constraint.is_inequality();
  using Matrix = Eigen::Matrix<double, rows, rows>;
  const Matrix inverse = can_move ? Matrix(K.inverse()) : Matrix(Matrix::Zero());
  for (int k = 0; k < rows; ++k) {
    own.error[k] = constraint.remaining(linear.error[k], share) - targets[k];
    for (int l = 0; l < rows; ++l) own.inverse[k][l] = inverse(k, l);
    for (int b = 0; b < body_count; ++b) {
      own.linear[b][k] = row_of(linear.linear[b], k);
      own.angular[b][k] = row_of(linear.angular[b], k);
    }
  }
}

template <int rows, int body_count>
SIMBENCH_FLATTEN void LinearSweep::satisfy(const ConstraintBase<double, rows, body_count>& constraint,
                                           const Fixed<rows, body_count>& own, double relaxation,
                                           double* multipliers) {
  std::array<double, rows> residual, change;
  for (int k = 0; k < rows; ++k) residual[k] = own.error[k] + own.softness * multipliers[k];
  for (int b = body_count - 1; b >= 0; --b) {
    const Displacement<double>& move = moves[own.bodies[b]];
    const Vector dx(move.linear), turn(move.angular);
    for (int k = 0; k < rows; ++k) residual[k] += dot(own.linear[b][k], dx) + dot(own.angular[b][k], turn);
  }
  for (int k = 0; k < rows; ++k) {
    double sum = 0;
    for (int l = 0; l < rows; ++l) sum += own.inverse[k][l] * residual[l];
    double wanted = multipliers[k] - relaxation * sum;
    if (own.is_inequality) wanted = constraint.admissible(wanted, relaxation * own.inverse[k][k]);
    change[k] = wanted - multipliers[k];
    multipliers[k] = wanted;
  }
  for (int b = 0; b < body_count; ++b) {
    Vector force = change[0] * own.linear[b][0], torque = change[0] * own.angular[b][0];
    for (int k = 1; k < rows; ++k) {
      force = force + change[k] * own.linear[b][k];
      torque = torque + change[k] * own.angular[b][k];
    }
    const Mobility& mobility = mobilities_[own.bodies[b]];
    Displacement<double>& move = moves[own.bodies[b]];
    move.linear += (mobility.inverse_mass * force).eigen();
    move.angular += (mobility.inverse_inertia * torque).eigen();
  }
}

void LinearSweep::operator()(double relaxation, VectorX<double>& multipliers,
                             std::vector<Vector3<double>>* tangential) {
  auto next = std::apply([](auto&... all) { return std::tuple(all.data()...); }, fixed_);
  constraints_->for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    auto*& own = std::get<Fixed<Constraint::rows, Constraint::body_count>*>(next);
    satisfy(constraint.base(), *own++, relaxation, multipliers.data() + row);
    if constexpr (std::is_same_v<Constraint, Contact<double>>) {
      if (constraint.static_friction == 0 || !tangential) return;
      Touch<double>(constraint, poses_)
          .correct(moves, (*tangential)[row], multipliers[row], relaxation, problem_->inertias, poses_);
    }
  });
}

void LinearSweep::apply(Poses<double>& result) const {
  for (std::size_t b = 0; b < moves.size(); ++b) {
    result[b] = poses_[b];
    move(result[b], moves[b]);
  }
}

}  // namespace simbench::rigid
