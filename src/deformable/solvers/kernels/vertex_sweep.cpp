#include "deformable/solvers/kernels/vertex_sweep.h"

#include <algorithm>
#include <array>

#include "math/cholesky_lanes.h"
#include "math/parallel.h"

namespace simbench {

template <class Real>
void VertexSweep<Real>::begin_step(const IncrementalPotential<Real>& problem, const SweepOrder& order,
                                   const VertexForm& form) {
  problem_ = &problem;
  order_ = order;
  if (form != form_) derivatives_.clear();
  form_ = form;
  inertia_weights_ = problem.inertia_weights();
  if (problem.terms.empty()) {  // otherwise move() looks at the terms first
    terms_.clear();
    schedule();
  }
  for (const Derivatives& derivatives : derivatives_) derivatives.of_vertices->drop_multipliers();
}

template <class Real>
void VertexSweep<Real>::schedule() {
  std::vector<std::span<const int>> elements;
  for (const auto& potential : problem_->potentials) potential->append_elements(elements);
  for (const auto& term : terms_) term->append_couplings(elements);
  Layout layout{order_, problem_->vertex_count(), problem_->held_mask, {}, {}, thread_count()};
  for (const std::span<const int> element : elements) {
    layout.vertices.insert(layout.vertices.end(), element.begin(), element.end());
    layout.element_ends.push_back(static_cast<int>(layout.vertices.size()));
  }
  if (layout != layout_) {
    layout_ = std::move(layout);
    make_groups(elements);
    derivatives_.clear();
  }
  derivatives_.resize(problem_->potentials.size());
  for (std::size_t i = 0; i < derivatives_.size(); ++i) {
    const auto& potential = problem_->potentials[i];
    if (derivatives_[i].potential != potential)
      derivatives_[i] = {potential, vertex_derivatives(*potential, *schedule_, form_)};
  }
}

template <class Real>
void VertexSweep<Real>::make_groups(std::span<const std::span<const int>> elements) {
  const Occurrences uses = elements_of_vertices(elements, problem_->vertex_count());
  std::vector<std::span<const int>> uses_of_vertices;
  for (Index vertex = 0; vertex < problem_->vertex_count(); ++vertex)
    uses_of_vertices.push_back(uses.of(vertex));
  std::vector<int> vertices = order_.of(uses_of_vertices);
  std::erase_if(vertices, [&](int vertex) { return problem_->is_held(vertex); });
  schedule_.emplace(vertices, uses, elements.size());
  // Each queue has a share of each level, and needs all shares of the level before.
  tasks_.emplace(thread_count(), static_cast<Index>(schedule_->level_start.size()) - 1);
  for (Index level = 1; level < tasks_->round_count(); ++level) {
    for (Index queue = 0; queue < tasks_->queue_count(); ++queue) {
      for (Index other = 0; other < tasks_->queue_count(); ++other)
        tasks_->add_need(queue, level, other, level - 1);
    }
  }
}

template <class Real>
void VertexSweep<Real>::look_at_terms(const Positions<Real>& positions) {
  terms_.clear();
  for (const auto& term : problem_->terms) terms_.push_back(term->at_vertices(positions));
  seen_ = positions;
  schedule();
}

template <class Real>
void VertexSweep<Real>::move(Positions<Real>& positions) {
  if (!problem_->terms.empty()) look_at_terms(positions);
  for (const Derivatives& derivatives : derivatives_) derivatives.of_vertices->count_sweep();
  const std::vector<int>& level_start = schedule_->level_start;
  const auto move_share = [&](Index queue, Index level) {
    const auto begin_of = [&](Index part) {
      return level_start[level] +
             (level_start[level + 1] - level_start[level]) * part / tasks_->queue_count();
    };
    for (Index group = begin_of(queue); group < begin_of(queue + 1); ++group) move_group(group, positions);
  };
  if (tasks_->queue_count() == 1) return tasks_->run_alone(move_share);
  tasks_->run(move_share);
}

// The groups of a level can move at the same time: no two vertices of a level share an element.
template <class Real>
SIMBENCH_FLATTEN void VertexSweep<Real>::move_group(Index group, Positions<Real>& positions) const {
  using Number = Lanes<Real>;
  constexpr int width = lane_count<Number>;
  const std::span<const int> vertices = schedule_->vertices_of(group);
  const auto count = static_cast<int>(vertices.size());
  VertexBlocks<Real> blocks{};
  for (int i = 0; i < count; ++i) {
    const Real weight = inertia_weights_[vertices[i]];
    const Vector3<Real> gradient =
        weight * (positions.col(vertices[i]) - problem_->inertial_positions.col(vertices[i]));
    const std::array<Real, VertexBlocks<Real>::numbers> numbers = {
        gradient[0], gradient[1], gradient[2], weight, 0, 0, weight, 0, weight};
    for (std::size_t k = 0; k < numbers.size(); ++k) blocks.rows[k][i] = numbers[k];
  }
  for (const Derivatives& derivatives : derivatives_) derivatives.of_vertices->add(group, positions, blocks);
  if (!terms_.empty()) add_terms(vertices, positions, blocks);
  for (int first = 0; first < count; first += width) {
    const auto row = [&](std::size_t k) {
      return Number(blocks.rows[k].data() + first, std::experimental::vector_aligned);
    };
    Matrix3<Number> hessian;
    std::size_t k = 3;
    for (int column = 0; column < 3; ++column) {
      for (int i = column; i < 3; ++i) hessian(i, column) = row(k++);
    }
    Vector3<Number> change;
    const auto is_definite = solve_definite(hessian, Vector3<Number>(row(0), row(1), row(2)), change);
    for (int lane = 0; lane < std::min(width, count - first); ++lane) {
      if (is_definite[lane]) move_vertex(vertices[first + lane], lane_of(change, lane), positions);
    }
  }
}

template <class Real>
void VertexSweep<Real>::add_terms(std::span<const int> vertices, const Positions<Real>& positions,
                                  VertexBlocks<Real>& blocks) const {
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    Vector3<Real> gradient = Vector3<Real>::Zero();
    Matrix3<Real> hessian = Matrix3<Real>::Zero();
    for (const auto& term : terms_) term->add(vertices[i], positions, gradient, hessian);
    std::size_t row = 0;
    for (int k = 0; k < 3; ++k) blocks.rows[row++][i] += gradient[k];
    for (int column = 0; column < 3; ++column) {
      for (int k = column; k < 3; ++k) blocks.rows[row++][i] += hessian(k, column);
    }
  }
}

// A vertex that would leave the ball that the terms allow moves to its surface.
template <class Real>
void VertexSweep<Real>::move_vertex(int vertex, const Vector3<Real>& change,
                                    Positions<Real>& positions) const {
  positions.col(vertex) -= change;
  for (const auto& term : terms_) {
    const Vector3<Real> way = positions.col(vertex) - seen_.col(vertex);
    const Real longest = term->longest_move(vertex), length = way.norm();
    if (length > longest) positions.col(vertex) = seen_.col(vertex) + longest / length * way;
  }
}

template <class Real>
void VertexSweep<Real>::update_multipliers(const Positions<Real>& positions) {
  for (const Derivatives& derivatives : derivatives_) derivatives.of_vertices->update_multipliers(positions);
}

template class VertexSweep<double>;
template class VertexSweep<float>;

}  // namespace simbench
