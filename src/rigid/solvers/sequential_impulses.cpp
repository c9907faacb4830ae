#include "rigid/solvers/sequential_impulses.h"

#include "rigid/solvers/correction.h"

namespace simbench::rigid {

template <class Real>
void SequentialImpulses<Real>::begin_step(const StepProblem<Real>& problem) {
  this->start_at(problem);
  moves_.clear();
  for (std::size_t b = 0; b < problem.predicted.size(); ++b)
    moves_.push_back(difference(problem.predicted[b], problem.previous[b]));
}

template <class Real>
std::optional<Status> SequentialImpulses<Real>::iterate() {
  const StepProblem<Real>& problem = *this->problem_;
  const Poses<Real>& start = problem.previous;
  problem.constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    auto linear = constraint.linearise(start);
    const auto K = linear.effective_inverse_mass(constraint.bodies, problem.inertias, start);
    linear.error *= static_cast<Real>(settings_.correction);
    for (int b = 0; b < Constraint::body_count; ++b) {
      const Displacement<Real>& own = moves_[constraint.bodies[b]];
      linear.error += linear.linear[b] * own.linear + linear.angular[b] * own.angular;
    }
    auto multipliers = this->multipliers_.template segment<Constraint::rows>(row);
    const typename Constraint::Multipliers change =
        correction<Constraint, Real>(constraint, linear, K, Real(0), Real(1), multipliers);
    multipliers += change;
    for (int b = 0; b < Constraint::body_count; ++b) {
      const int body = constraint.bodies[b];
      moves_[body] += problem.inertias[body].displacement_of(linear.pull(b, change), start[body].orientation);
    }
  });
  for (std::size_t b = 0; b < start.size(); ++b) {
    this->poses_[b] = start[b];
    move(this->poses_[b], moves_[b]);
  }
  return {};
}

template class SequentialImpulses<double>;

}  // namespace simbench::rigid
