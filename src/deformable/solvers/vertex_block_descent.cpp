#include "deformable/solvers/vertex_block_descent.h"

#include <Eigen/Cholesky>
#include <array>

#include "math/parallel.h"

namespace simbench {

void VertexBlockDescentSettings::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 2> words = {"exact", "clamped"};
  order.describe(fields);
  config::choice(fields, "hessian", hessian, words,
                 {.doc = "Hessian of each tet: exact, or with negative eigenvalues set to zero"});
}

template <class Real>
std::optional<Failure> VertexBlockDescent<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  problem_ = &problem;
  positions_ = problem.inertial_positions;
  inertia_weights_ = problem.inertia_weights();
  std::vector<std::span<const int>> elements;
  for (const auto& potential : problem.potentials) potential->append_elements(elements);
  const std::vector<std::vector<int>> uses = elements_of_vertices(elements, problem.vertex_count());
  std::vector<int> order = settings_.order.of(std::vector<std::span<const int>>(uses.begin(), uses.end()));
  std::erase_if(order, [&](int vertex) { return problem.is_held(vertex); });
  schedule_.emplace(order, uses, elements.size());
  derivatives_.clear();
  for (const auto& potential : problem.potentials)
    derivatives_.push_back(vertex_derivatives(*potential, *schedule_, settings_.hessian));
  blocks_.resize(static_cast<std::size_t>(problem.vertex_count()));
  return {};
}

template <class Real>
IterationReport VertexBlockDescent<Real>::iterate() {
  for (const auto& potential : derivatives_) potential->count_sweep();
  for (std::size_t level = 0; level + 1 < schedule_->level_start.size(); ++level) {
    const Index first = schedule_->level_start[level];
    parallel_tasks(schedule_->level_start[level + 1] - first, [&](Index i) { move_group(first + i); });
  }
  return {};
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
