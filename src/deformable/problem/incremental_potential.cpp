#include "deformable/problem/incremental_potential.h"

#include <algorithm>

namespace simbench {

template <class Real>
void IncrementalPotential<Real>::hold(std::vector<int> vertices, const Positions<Real>& targets) {
  held_vertices = std::move(vertices);
  held_mask.assign(static_cast<std::size_t>(vertex_count()), false);
  for (const int vertex : held_vertices) held_mask[vertex] = true;
  inertial_positions(Eigen::all, held_vertices) = targets;
}

template <class Real>
void IncrementalPotential<Real>::zero_held(Positions<Real>& columns) const {
  for (const int vertex : held_vertices) columns.col(vertex).setZero();
}

template <class Real>
void IncrementalPotential<Real>::move_held_to_targets(Positions<Real>& positions) const {
  for (const int vertex : held_vertices) positions.col(vertex) = inertial_positions.col(vertex);
}

template <class Real>
Positions<Real> IncrementalPotential<Real>::start_positions() const {
  if (start == StepStart::inertial) return inertial_positions;
  Positions<Real> positions = start == StepStart::given ? given_start : previous_positions;
  move_held_to_targets(positions);
  return positions;
}

template <class Real>
VectorX<Real> IncrementalPotential<Real>::inertia_weights() const {
  VectorX<Real> weights = masses / (time_step * time_step);
  for (const int vertex : held_vertices) weights[vertex] = 0;
  return weights;
}

template <class Real>
VectorX<Real> IncrementalPotential<Real>::inverse_masses() const {
  VectorX<Real> inverses = masses.cwiseInverse();
  for (const int vertex : held_vertices) inverses[vertex] = 0;
  return inverses;
}

template <class Real>
Real IncrementalPotential<Real>::inertial(const Positions<Real>& positions) const {
  Real sum = 0;
  for (Index i = 0; i < vertex_count(); ++i) {
    if (is_held(i)) continue;
    sum += masses[i] * (positions.col(i) - inertial_positions.col(i)).squaredNorm();
  }
  return sum / (2 * time_step * time_step);
}

template <class Real>
Real IncrementalPotential<Real>::inertial_and_gradient(const Positions<Real>& positions,
                                                       Positions<Real>& gradient) const {
  const Real square = time_step * time_step;
  Real sum = 0;
  for (Index i = 0; i < vertex_count(); ++i) {
    if (is_held(i)) {
      gradient.col(i).setZero();
      continue;
    }
    const Vector3<Real> difference = positions.col(i) - inertial_positions.col(i);
    gradient.col(i) = masses[i] / square * difference;
    sum += masses[i] * difference.squaredNorm();
  }
  return sum / (2 * square);
}

template <class Real>
Real IncrementalPotential<Real>::constraint(const Positions<Real>& positions) const {
  Real sum = 0;
  for (const auto& potential : potentials) sum += potential->value(positions);
  for (const auto& term : terms) sum += term->value(positions);
  return sum;
}

template <class Real>
Real IncrementalPotential<Real>::rest_energy() const {
  Real sum = 0;
  for (const auto& potential : potentials) sum += potential->rest_energy();
  return sum;
}

template <class Real>
Real IncrementalPotential<Real>::add_constraint_gradient(const Positions<Real>& positions,
                                                         Positions<Real>& gradient) const {
  Real sum = 0;
  for (const auto& potential : potentials) sum += potential->add_gradient(positions, gradient);
  for (const auto& term : terms) sum += term->add_gradient(positions, gradient);
  return sum;
}

template <class Real>
Real IncrementalPotential<Real>::objective_and_gradient(const Positions<Real>& positions,
                                                        Positions<Real>& gradient) const {
  const Real inertial = inertial_and_gradient(positions, gradient);
  const Real constraint = add_constraint_gradient(positions, gradient);
  zero_held(gradient);
  return inertial + constraint;
}

template <class Real>
Real IncrementalPotential<Real>::curvature(const Positions<Real>& positions,
                                           const Positions<Real>& direction) const {
  Real sum = 0;
  for (Index i = 0; i < direction.cols(); ++i) sum += masses[i] * direction.col(i).squaredNorm();
  sum /= time_step * time_step;
  for (const auto& potential : potentials) sum += potential->curvature(positions, direction);
  for (const auto& term : terms) sum += term->curvature(positions, direction);
  return sum;
}

template <class Real>
Real IncrementalPotential<Real>::largest_step(const Positions<Real>& positions,
                                              const Positions<Real>& step) const {
  Real part = 1;
  for (const auto& term : terms) part = std::min(part, term->largest_step(positions, step));
  return part;
}

template <class Real>
Real IncrementalPotential<Real>::shorten(StepFilter filter, const Positions<Real>& positions,
                                         Positions<Real>& step) const {
  const Real length = step.norm();
  for (const auto& term : terms) term->shorten(filter, positions, step);
  return length > 0 ? step.norm() / length : Real(1);
}

template <class Real>
void IncrementalPotential<Real>::stop_where_terms_allow(const Positions<Real>& origin,
                                                        Positions<Real>& end) const {
  if (terms.empty()) return;
  const Positions<Real> step = end - origin;
  end = origin + largest_step(origin, step) * step;
}

template <class Real>
SparseMatrix<Real> IncrementalPotential<Real>::system_matrix(const SystemWeights<Real>& weights) const {
  std::vector<Eigen::Triplet<Real>> entries = weights.terms;
  Index count = vertex_count() + static_cast<Index>(entries.size());
  for (const auto& potential : potentials)
    count += 16 * potential->element_count();  // quadratic tets have more, and the array grows
  // For large meshes, the array has tens of megabytes. Reserving memory avoids copies.
  entries.reserve(count);
  const VectorX<Real> inertia = inertia_weights();
  for (int i = 0; i < vertex_count(); ++i) entries.emplace_back(i, i, inertia[i]);
  for (std::size_t t = 0; t < potentials.size(); ++t)
    potentials[t]->add_normal_matrix(weights.elements[t], entries);
  SparseMatrix<Real> matrix(vertex_count(), vertex_count());
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

template <class Real>
SparseMatrix<Real> IncrementalPotential<Real>::free_part(SparseMatrix<Real> matrix) const {
  if (held_vertices.empty()) return matrix;
  matrix.prune(
      [&](Index row, Index column, Real) { return row == column || !(is_held(row) || is_held(column)); });
  for (const int vertex : held_vertices) matrix.coeffRef(vertex, vertex) = 1;
  return matrix;
}

template <class Real>
SystemWeights<Real> IncrementalPotential<Real>::stiffnesses() const {
  SystemWeights<Real> weights;
  for (const auto& potential : potentials) weights.elements.push_back(potential->stiffnesses());
  return weights;
}

template <class Real>
SparseMatrix<Real> IncrementalPotential<Real>::stiffness_matrix() const {
  return system_matrix(stiffnesses());
}

template <class Real>
BlockMatrix<Real> IncrementalPotential<Real>::hessian_pattern() const {
  std::vector<std::span<const int>> elements;
  for (const auto& potential : potentials) potential->append_elements(elements);
  return BlockMatrix<Real>(vertex_count(), elements, held_mask);
}

template <class Real>
bool IncrementalPotential<Real>::hessian(const Positions<Real>& positions, const HessianForm& form,
                                         BlockMatrix<Real>& result) const {
  std::vector<HessianBlock<Real>> blocks;
  for (const auto& term : terms) term->append_hessian(positions, form.definiteness, blocks);
  const bool has_grown = make_places(blocks, result);
  inertial_hessian(result);
  for (const auto& potential : potentials) potential->add_hessian(positions, form, result);
  for (const HessianBlock<Real>& block : blocks) result.add(block.row, block.column, block.value);
  return has_grown;
}

template <class Real>
void IncrementalPotential<Real>::inertial_hessian(BlockMatrix<Real>& result) const {
  result.set_zero();
  const Real square = time_step * time_step;
  for (int i = 0; i < vertex_count(); ++i) result.add_diagonal(i, is_held(i) ? Real(1) : masses[i] / square);
}

IncrementalPotential<float> single_precision(const IncrementalPotential<double>& problem,
                                             RoundedPotentials& earlier) {
  IncrementalPotential<float> single;
  single.mesh = problem.mesh;
  single.masses = problem.masses.cast<float>();
  single.time_step = static_cast<float>(problem.time_step);
  single.previous_positions = problem.previous_positions.cast<float>();
  single.inertial_positions = problem.inertial_positions.cast<float>();
  single.accelerations = problem.accelerations.cast<float>();
  single.formula = problem.formula;
  single.start = problem.start;
  single.given_start = problem.given_start.cast<float>();
  single.held_vertices = problem.held_vertices;
  single.held_mask = problem.held_mask;
  for (const auto& potential : problem.potentials) {
    const auto known = std::ranges::find(earlier.exact, potential);
    single.potentials.push_back(known == earlier.exact.end()
                                    ? potential->single_precision()
                                    : earlier.rounded[known - earlier.exact.begin()]);
  }
  earlier = {problem.potentials, single.potentials};
  return single;
}

IncrementalPotential<float> single_precision(const IncrementalPotential<double>& problem) {
  RoundedPotentials none;
  return single_precision(problem, none);
}

bool is_representable(const IncrementalPotential<float>& problem) {
  const auto positive = [](const VectorX<float>& values) {
    return values.allFinite() && (values.array() > 0).all();
  };
  return positive(problem.masses / (problem.time_step * problem.time_step)) &&
         problem.inertial_positions.allFinite() && problem.start_positions().allFinite() &&
         std::all_of(problem.potentials.begin(), problem.potentials.end(), [&](const auto& potential) {
           return potential->is_hard() || positive(potential->stiffnesses());
         });
}

template struct IncrementalPotential<double>;
template struct IncrementalPotential<float>;

}  // namespace simbench
