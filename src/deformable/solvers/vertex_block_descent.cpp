#include "deformable/solvers/vertex_block_descent.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"

namespace simbench {

void VertexBlockDescentSettings::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 2> words = {"exact", "clamped"};
  static constexpr std::array<std::string_view, 2> starts = {"step", "adaptive"};
  order.describe(fields);
  config::choice(fields, "hessian", hessian, words,
                 {.doc = "Hessian of each tet: exact, or with negative eigenvalues set to zero"});
  fields.number(
      "rho", rho,
      {.doc = "rho of Chebyshev's weights, which combine a sweep with the iterate before the last one; "
              "0: the sweeps alone",
       .range = {.minimum = 0, .maximum = 1, .maximum_open = true}});
  fields.number(
      "volume_penalty", volume_penalty,
      {.doc = "penalty of multipliers for the volume term of stable_neo_hookean, in units of mu; 0: no "
              "multipliers, and the blocks contain Lamé's lambda",
       .range = {.minimum = 0}});
  refuse_old_start(fields);
  config::choice(fields, "start", start, starts,
                 {.doc = "positions of iteration 0: those of step.start, or the inertial ones with that part "
                         "of the external acceleration which the last step had"});
}

template <class Real>
Declines VertexBlockDescent<Real>::declines_other_start(const Settings& settings) {
  if (settings.start == VertexBlockDescentStart::step) return {};
  return "solvers.vbd.start 'adaptive' is a start of its own, made from q~; leave it out, or set step.start "
         "to inertial";
}

// Pairs in contact can change the groups of vertices in each sweep. The derivatives are then made anew,
// without multipliers.
template <class Real>
Declines VertexBlockDescent<Real>::declines_contact(const Settings& settings) {
  if (settings.volume_penalty == 0) return {};
  return "its multipliers know no contact; set solvers.vbd.volume_penalty to 0";
}

template <class Real>
Declines VertexBlockDescent<Real>::declines(const Potentials<double>& potentials, const Settings& settings) {
  if (settings.volume_penalty == 0) return {};
  for (const auto& potential : potentials) {
    if (potential->is_material() && !has_volume_multiplier(*potential))
      return fmt::format(
          "vbd has multipliers for the volume term of stable_neo_hookean, not for {}; set "
          "solvers.vbd.volume_penalty to 0",
          potential->law());
  }
  return {};
}

template <class Real>
std::optional<Failure> VertexBlockDescent<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  problem_ = &problem;
  positions_ = problem.start_positions();
  if (settings_.start == VertexBlockDescentStart::adaptive) {
    positions_ = adaptive_start(problem);
    problem.move_held_to_targets(positions_);
  }
  weights_ = ChebyshevWeights<Real>(static_cast<Real>(settings_.rho));
  if (settings_.rho > 0) previous_ = before_previous_ = positions_;
  sweep_.begin_step(problem, settings_.order,
                    {.hessian = settings_.hessian, .volume_penalty = settings_.volume_penalty});
  return {};
}

// q̃ − (1 − β) s² a, where a is the external acceleration, s the problem's time step, and β the part, from 0
// to 1, that (v_n − v_{n−1})/h has of a. The first step has no v_{n−1}, and begins at q̃. Every integrator's
// first step is one of implicit Euler, where q̃ = q_n + h v_n + h² a; later, v_n follows from the last step.
template <class Real>
Positions<Real> VertexBlockDescent<Real>::adaptive_start(const IncrementalPotential<Real>& problem) {
  Positions<Real> start = problem.inertial_positions;
  if (problem.accelerations.size() == 0 || !std::isfinite(problem.time_step)) return start;
  const Real s = problem.time_step;
  const Positions<Real>& external = problem.accelerations;
  const bool is_first = last_velocities_.size() == 0;
  if (!is_first && (last_velocities_.cols() != start.cols() || last_origin_.cols() != start.cols()))
    throw Error(ExitCode::usage, "the state's memory has 'last_velocities' or 'last_origin' of another body");
  const Positions<Real> velocities =
      is_first ? Positions<Real>((start - problem.previous_positions) / s - s * external)
               : Positions<Real>((problem.previous_positions - last_origin_) / last_time_step_);
  if (is_first) {
    step_length_ = s;
  } else {
    for (Index i = 0; i < start.cols(); ++i) {
      const Vector3<Real> acceleration = (velocities.col(i) - last_velocities_.col(i)) / step_length_;
      const Real square = external.col(i).squaredNorm();
      const Real part = square > 0 ? acceleration.dot(external.col(i)) / square : Real(1);
      start.col(i) -= s * s * (1 - std::clamp(part, Real(0), Real(1))) * external.col(i);
    }
  }
  last_velocities_ = velocities;
  last_origin_ = problem.origin_of_velocities();
  last_time_step_ = s;
  return start;
}

template <class Real>
void VertexBlockDescent<Real>::list_memory(SolverMemory& memory) {
  if (settings_.start != VertexBlockDescentStart::adaptive) return;
  std::vector<double> lengths = {step_length_, last_time_step_};
  memory.list("last_velocities", last_velocities_);
  memory.list("last_origin", last_origin_);
  memory.list("last_lengths", lengths);
  if (lengths.size() != 2)
    throw Error(ExitCode::usage, "the state's memory has not two numbers in 'last_lengths'");
  step_length_ = static_cast<Real>(lengths[0]);
  last_time_step_ = static_cast<Real>(lengths[1]);
}

template <class Real>
IterationReport VertexBlockDescent<Real>::iterate() {
  sweep_.move(positions_);
  if (settings_.rho > 0) accelerate();
  sweep_.update_multipliers(positions_);
  return {};
}

// q_k ← ω_k (q − q_{k−2}) + q_{k−2}, where q is the result of the sweep from q_{k−1}.
template <class Real>
void VertexBlockDescent<Real>::accelerate() {
  before_previous_ += weights_.next() * (positions_ - before_previous_);
  problem_->stop_where_terms_allow(positions_, before_previous_);
  std::swap(positions_, before_previous_);
  std::swap(before_previous_, previous_);
  previous_ = positions_;
}

template class VertexBlockDescent<double>;
template class VertexBlockDescent<float>;

}  // namespace simbench
