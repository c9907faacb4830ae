#include "deformable/solvers/kernels/vertex_sweep.h"

#include <Eigen/Cholesky>

#include "math/parallel.h"

namespace simbench {

template <class Real>
void VertexSweep<Real>::begin_step(const IncrementalPotential<Real>& problem, const SweepOrder& order,
                                   const VertexForm& form) {
  problem_ = &problem;
  inertia_weights_ = problem.inertia_weights();
  std::vector<std::span<const int>> elements;
  for (const auto& potential : problem.potentials) potential->append_elements(elements);
  const std::vector<std::vector<int>> uses = elements_of_vertices(elements, problem.vertex_count());
  std::vector<int> vertices = order.of(std::vector<std::span<const int>>(uses.begin(), uses.end()));
  std::erase_if(vertices, [&](int vertex) { return problem.is_held(vertex); });
  schedule_.emplace(vertices, uses, elements.size());
  derivatives_.clear();
  for (const auto& potential : problem.potentials)
    derivatives_.push_back(vertex_derivatives(*potential, *schedule_, form));
  blocks_.resize(static_cast<std::size_t>(problem.vertex_count()));
}

template <class Real>
void VertexSweep<Real>::move(Positions<Real>& positions) {
  for (const auto& potential : derivatives_) potential->count_sweep();
  for (std::size_t level = 0; level + 1 < schedule_->level_start.size(); ++level) {
    const Index first = schedule_->level_start[level];
    parallel_tasks(schedule_->level_start[level + 1] - first,
                   [&](Index i) { move_group(first + i, positions); });
  }
}

// The groups of a level can move at the same time: no two vertices of a level share an element.
template <class Real>
void VertexSweep<Real>::move_group(Index group, Positions<Real>& positions) {
  const int begin = schedule_->group_start[group], end = schedule_->group_start[group + 1];
  for (int i = begin; i < end; ++i) {
    const int vertex = schedule_->vertices[i];
    blocks_[i].gradient =
        inertia_weights_[vertex] * (positions.col(vertex) - problem_->inertial_positions.col(vertex));
    blocks_[i].hessian = inertia_weights_[vertex] * Matrix3<Real>::Identity();
  }
  for (const auto& potential : derivatives_) potential->add(group, positions, blocks_);
  for (int i = begin; i < end; ++i) {
    const Eigen::LLT<Matrix3<Real>> factorised(blocks_[i].hessian);
    if (factorised.info() == Eigen::Success)
      positions.col(schedule_->vertices[i]) -= factorised.solve(blocks_[i].gradient);
  }
}

template <class Real>
void VertexSweep<Real>::update_multipliers(const Positions<Real>& positions) {
  for (const auto& potential : derivatives_) potential->update_multipliers(positions);
}

template class VertexSweep<double>;
template class VertexSweep<float>;

}  // namespace simbench
