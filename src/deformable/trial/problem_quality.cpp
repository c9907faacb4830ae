#include "deformable/trial/problem_quality.h"

#include <cmath>
#include <random>

namespace simbench {

std::optional<double> condition_estimate(const SparseMatrix<double>& A, int iterations) {
  const double size = A.coeffs().cwiseAbs().maxCoeff();
  const SparseMatrix<double> scaled = A / size;  // squares of its entries neither overflow nor underflow
  SparseCholesky<double> inverse;
  if (!inverse.factorize(scaled)) return {};
  std::mt19937_64 random(1);
  Positions<double> largest = Positions<double>::NullaryExpr(
      3, A.rows(), [&] { return std::ldexp(static_cast<double>(random() >> 11), -53) - 0.5; });
  Positions<double> smallest = largest;  // each row a vector
  double growth = 0, inverse_growth = 0;
  for (int i = 0; i < iterations; ++i) {
    largest.rowwise().normalize();
    largest = (scaled * largest.transpose()).transpose();
    growth = largest.rowwise().norm().maxCoeff();
    smallest.rowwise().normalize();
    inverse.solve_in_place(smallest);
    inverse_growth = smallest.rowwise().norm().maxCoeff();
  }
  return growth * inverse_growth;
}

namespace {

// S of the free vertices. The diagonal entries of held vertices repeat the entry of a free vertex. Such an
// entry lies between the extreme eigenvalues, so it does not change the condition number.
SparseMatrix<double> free_system(const IncrementalPotential<double>& problem) {
  SparseMatrix<double> S = problem.free_part(problem.stiffness_matrix());
  int free = 0;
  while (problem.is_held(free)) ++free;
  const double entry = S.coeff(free, free);
  for (const int vertex : problem.held_vertices) S.coeffRef(vertex, vertex) = entry;
  return S;
}

}  // namespace

ProblemQuality problem_quality(const IncrementalPotential<double>& problem) {
  const Positions<double>& rest = problem.mesh->rest_positions;
  ProblemQuality result;
  result.mesh = mesh_quality(*problem.mesh);
  result.mass = problem.masses.sum();
  result.condition = condition_estimate(free_system(problem));
  const double diagonal = (rest.rowwise().maxCoeff() - rest.rowwise().minCoeff()).norm();
  result.single_precision_error = std::ldexp(result.condition.value_or(0), -24) * rest.cwiseAbs().maxCoeff();
  result.drifts_in_single_precision = result.single_precision_error > 1e-2 * diagonal;
  return result;
}

}  // namespace simbench
