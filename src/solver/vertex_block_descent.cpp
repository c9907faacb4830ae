#include "solver/vertex_block_descent.h"

#include <Eigen/Cholesky>

namespace simbench {

namespace {

// The elements of each vertex; vertices that share one see each other.
std::vector<std::vector<int>> elements_of_vertices(const std::vector<std::span<const int>>& elements,
                                                   Index vertex_count) {
  std::vector<std::vector<int>> result(static_cast<std::size_t>(vertex_count));
  for (std::size_t element = 0; element < elements.size(); ++element) {
    for (const int vertex : elements[element]) result[vertex].push_back(static_cast<int>(element));
  }
  return result;
}

}  // namespace

template <class Real>
std::optional<Failure> VertexBlockDescent<Real>::begin_step(const ImplicitEulerProblem<Real>& problem) {
  problem_ = &problem;
  positions_ = problem.inertial_positions;
  inertia_weights_ = problem.inertia_weights();
  std::vector<std::span<const int>> elements;
  for (const auto& term : problem.terms) term->append_elements(elements);
  const std::vector<std::vector<int>> uses = elements_of_vertices(elements, problem.vertex_count());
  order_ = settings_.order.of(std::vector<std::span<const int>>(uses.begin(), uses.end()));
  return {};
}

template <class Real>
IterationReport VertexBlockDescent<Real>::iterate() {
  for (const int vertex : order_) {
    Vector3<Real> gradient =
        inertia_weights_[vertex] * (positions_.col(vertex) - problem_->inertial_positions.col(vertex));
    Matrix3<Real> hessian = inertia_weights_[vertex] * Matrix3<Real>::Identity();
    for (const auto& term : problem_->terms) {
      term->add_vertex_derivatives(positions_, vertex, Definiteness::clamped, gradient, hessian);
    }
    const Eigen::LLT<Matrix3<Real>> factorised(hessian);
    if (factorised.info() == Eigen::Success) positions_.col(vertex) -= factorised.solve(gradient);
  }
  return {};
}

template class VertexBlockDescent<double>;
template class VertexBlockDescent<float>;

}  // namespace simbench
