#include "deformable/solvers/vertex_block_descent.h"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <array>
#include <cmath>

#include "deformable/energy/laws/stable_neo_hookean.h"
#include "math/parallel.h"

namespace simbench {

void VertexBlockDescentSettings::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 2> words = {"exact", "clamped"};
  static constexpr std::array<std::string_view, 3> starts = {"inertial", "previous", "adaptive"};
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
  config::choice(
      fields, "start", start, starts,
      {.doc = "positions of iteration 0: the inertial ones, those at the beginning of the step, or the "
              "inertial ones with that part of the external acceleration which the last step had"});
}

template <class Real>
Declines VertexBlockDescent<Real>::declines(const Potentials<double>& potentials, const Settings& settings) {
  if (settings.volume_penalty == 0) return {};
  for (const auto& potential : potentials) {
    if (potential->is_material() && potential->law() != StableNeoHookean<double>::name)
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
  positions_ = problem.inertial_positions;
  if (settings_.start == VertexBlockDescentStart::previous) positions_ = problem.previous_positions;
  if (settings_.start == VertexBlockDescentStart::adaptive) positions_ = adaptive_start(problem);
  problem.move_held_to_targets(positions_);
  weights_ = ChebyshevWeights<Real>(static_cast<Real>(settings_.rho));
  if (settings_.rho > 0) previous_ = before_previous_ = positions_;
  inertia_weights_ = problem.inertia_weights();
  std::vector<std::span<const int>> elements;
  for (const auto& potential : problem.potentials) potential->append_elements(elements);
  const std::vector<std::vector<int>> uses = elements_of_vertices(elements, problem.vertex_count());
  std::vector<int> order = settings_.order.of(std::vector<std::span<const int>>(uses.begin(), uses.end()));
  std::erase_if(order, [&](int vertex) { return problem.is_held(vertex); });
  schedule_.emplace(order, uses, elements.size());
  derivatives_.clear();
  for (const auto& potential : problem.potentials)
    derivatives_.push_back(
        vertex_derivatives(*potential, *schedule_, settings_.hessian, settings_.volume_penalty));
  blocks_.resize(static_cast<std::size_t>(problem.vertex_count()));
  return {};
}

// q_n + h v_n + h² a, where a is the external acceleration times the part, from 0 to 1, that (v_n −
// v_{n−1})/h has of it. The first step has no v_{n−1}, and takes all of it.
template <class Real>
Positions<Real> VertexBlockDescent<Real>::adaptive_start(const IncrementalPotential<Real>& problem) {
  Positions<Real> start = problem.inertial_positions;
  if (problem.accelerations.size() == 0 || !std::isfinite(problem.time_step)) return start;
  const Real h = problem.time_step;
  const Positions<Real>& external = problem.accelerations;
  const Positions<Real> velocities =
      (problem.inertial_positions - problem.previous_positions) / h - h * external;
  if (last_velocities_.size() > 0) {
    for (Index i = 0; i < start.cols(); ++i) {
      const Vector3<Real> acceleration = (velocities.col(i) - last_velocities_.col(i)) / h;
      const Real square = external.col(i).squaredNorm();
      const Real part = square > 0 ? acceleration.dot(external.col(i)) / square : Real(1);
      start.col(i) -= h * h * (1 - std::clamp(part, Real(0), Real(1))) * external.col(i);
    }
  }
  last_velocities_ = velocities;
  return start;
}

template <class Real>
IterationReport VertexBlockDescent<Real>::iterate() {
  for (const auto& potential : derivatives_) potential->count_sweep();
  for (std::size_t level = 0; level + 1 < schedule_->level_start.size(); ++level) {
    const Index first = schedule_->level_start[level];
    parallel_tasks(schedule_->level_start[level + 1] - first, [&](Index i) { move_group(first + i); });
  }
  if (settings_.rho > 0) accelerate();
  for (const auto& potential : derivatives_) potential->update_multipliers(positions_);
  return {};
}

// q_k ← ω_k (q − q_{k−2}) + q_{k−2}, where q is the result of the sweep from q_{k−1}.
template <class Real>
void VertexBlockDescent<Real>::accelerate() {
  positions_ = before_previous_ + weights_.next() * (positions_ - before_previous_);
  std::swap(before_previous_, previous_);
  previous_ = positions_;
}

// The groups of a level can move at the same time: no two vertices of a level share an element.
template <class Real>
void VertexBlockDescent<Real>::move_group(Index group) {
  const int begin = schedule_->group_start[group], end = schedule_->group_start[group + 1];
  for (int i = begin; i < end; ++i) {
    const int vertex = schedule_->vertices[i];
    blocks_[i].gradient =
        inertia_weights_[vertex] * (positions_.col(vertex) - problem_->inertial_positions.col(vertex));
    blocks_[i].hessian = inertia_weights_[vertex] * Matrix3<Real>::Identity();
  }
  for (const auto& potential : derivatives_) potential->add(group, positions_, blocks_);
  for (int i = begin; i < end; ++i) {
    const Eigen::LLT<Matrix3<Real>> factorised(blocks_[i].hessian);
    if (factorised.info() == Eigen::Success)
      positions_.col(schedule_->vertices[i]) -= factorised.solve(blocks_[i].gradient);
  }
}

template class VertexBlockDescent<double>;
template class VertexBlockDescent<float>;

}  // namespace simbench
