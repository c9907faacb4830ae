#include "deformable/solvers/coordinate_responses.h"

#include <fmt/format.h>

#include <Eigen/LU>
#include <array>

#include "deformable/solvers/linear/block_inverse.h"
#include "math/closest_rotation.h"

namespace simbench {

void ResponseSettings::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 2> words = {"rest", "start"};
  config::choice(
      fields, "bases", bases, words,
      {.doc = "state whose clamped Hessian says how all vertices answer to a move of one: the body at "
              "rest, or the start of the step"});
  fields.integer(
      "vertex_limit", vertex_limit,
      {.doc = "largest number of vertices; three matrices have 9 numbers per pair of vertices each",
       .minimum = 1});
  linear_solver.describe(fields);
}

Declines ResponseSettings::declines_size(Index vertices, std::string_view solver) const {
  if (vertices <= vertex_limit) return {};
  return fmt::format(
      "{} without cubature keeps dense matrices, of {:.1f} GB for {} vertices, and "
      "solvers.{}.vertex_limit is {}; take a coarser body, or vbd",
      solver, 3 * 72e-9 * static_cast<double>(vertices) * static_cast<double>(vertices), vertices, solver,
      vertex_limit);
}

Cost responses_cost(const ProblemSize& size) {
  const double numbers = 9 * size.vertices * size.vertices;
  return {.iteration_seconds = 1e-7 * numbers,
          .bytes = first_order_cost(size).bytes + 24 * numbers,
          .setup_seconds = 9e-9 * numbers,
          .usual_iterations = 100};
}

template <class Real>
std::optional<Failure> CoordinateResponses<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  problem_ = &problem;
  positions_ = gradient_ = problem.start_positions();
  hessian_ = problem.hessian_pattern();
  weighted_inverses_.clear();
  Positions<Real> state = positions_;
  if (problem.mesh &&
      problem.mesh->vertex_count() == problem.vertex_count()) {  // else there is no rest shape
    const Positions<double>& rest = problem.mesh->rest_positions;
    // Volumes in a unit near their mean, so that in single precision no power of a small length is lost. A
    // power of two changes no bit.
    const double total = tet_volumes(*problem.mesh, rest).cwiseAbs().sum();
    const double unit = std::exp2(std::ilogb(total / static_cast<double>(problem.mesh->tet_count())));
    for (const auto& tet : problem.mesh->tets.colwise()) {
      Matrix3<double> edges;
      for (int i = 0; i < 3; ++i) edges.col(i) = rest.col(tet[i + 1]) - rest.col(tet[0]);
      weighted_inverses_.push_back((edges.determinant() / unit * edges.inverse()).template cast<Real>());
    }
    if (state_ == ResponseState::rest) state = rest.template cast<Real>();
  }
  find_rotations(state, bases_rotations_);
  if (const auto failure = metric_.prepare(problem, problem.stiffnesses(), state)) return failure;
  if (!find_bases()) return metric_.failure();
  return {};
}

// U_i = A⁻¹ E_i (E_iᵀ A⁻¹ E_i)⁻¹, column by column.
template <class Real>
bool CoordinateResponses<Real>::find_bases() {
  const Index n = problem_->vertex_count();
  bases_.resize(3 * n, 3 * n);
  Positions<Real> column(3, n);
  for (Index i = 0; i < 3 * n; ++i) {
    column.setZero();
    column.reshaped()[i] = 1;
    if (!metric_.solve_in_place(column)) return false;
    bases_.col(i) = column.reshaped();
  }
  for (Index i = 0; i < n; ++i) {
    const Matrix3<Real> own = bases_.template block<3, 3>(3 * i, 3 * i);
    bases_.middleCols(3 * i, 3) = (bases_.middleCols(3 * i, 3) * inverse_of_block(own)).eval();
  }
  return true;
}

template <class Real>
void CoordinateResponses<Real>::find_rotations(const Positions<Real>& positions,
                                               std::vector<Matrix3<Real>>& rotations) const {
  rotations.assign(static_cast<std::size_t>(positions.cols()), Matrix3<Real>::Zero());
  for (std::size_t t = 0; t < weighted_inverses_.size(); ++t) {
    const Eigen::Vector4i tet = problem_->mesh->tets.col(static_cast<Index>(t));
    Matrix3<Real> edges;
    for (int i = 0; i < 3; ++i) edges.col(i) = positions.col(tet[i + 1]) - positions.col(tet[0]);
    for (const int vertex : tet) rotations[static_cast<std::size_t>(vertex)] += edges * weighted_inverses_[t];
  }
  for (Matrix3<Real>& rotation : rotations)  // a vertex without tets does not turn
    rotation = rotation.isZero(0) ? Matrix3<Real>(Matrix3<Real>::Identity()) : closest_rotation(rotation);
}

template <class Real>
void CoordinateResponses<Real>::turn_bases() {
  find_rotations(positions_, rotations_);
  turned_.resizeLike(bases_);
  for (Index row = 0; row < problem_->vertex_count(); ++row) {
    const auto i = static_cast<std::size_t>(row);
    const Matrix3<Real> turn = rotations_[i] * bases_rotations_[i].transpose();
    turned_.template middleRows<3>(3 * row).noalias() = turn * bases_.template middleRows<3>(3 * row);
  }
}

template <class Real>
IterationReport CoordinateResponses<Real>::iterate() {
  if (!std::isfinite(problem_->objective_and_gradient(positions_, gradient_)))
    return {.stop = Failure{Status::diverged, "the objective is not finite"}};
  problem_->hessian(positions_, Definiteness::clamped, *hessian_);
  turn_bases();
  products_.noalias() = hessian_->matrix().template selfadjointView<Eigen::Lower>() * turned_;
  for (int i = 0; i < static_cast<int>(problem_->vertex_count()); ++i) {
    if (problem_->is_held(i)) continue;
    const auto U = turned_.middleCols(3 * i, 3);
    const auto HU = products_.middleCols(3 * i, 3);
    positions_.col(i) += move({.turn = U.template middleRows<3>(3 * i),
                               .slope = U.transpose() * gradient_.reshaped(),
                               .curvature = U.transpose() * HU,
                               .coupling = HU.template middleRows<3>(3 * i),
                               .own_slope = gradient_.col(i),
                               .own_hessian = hessian_->diagonal_block(i)});
  }
  return {};
}

template class CoordinateResponses<double>;
template class CoordinateResponses<float>;

}  // namespace simbench
