#include "experiment/inspection.h"

#include <cmath>
#include <random>

namespace simbench {

std::optional<double> condition_estimate(const SparseMatrix<double>& A, int iterations) {
  SparseCholesky<double> inverse;
  if (!inverse.factorize(A)) return {};
  std::mt19937_64 random(1);
  Positions<double> largest = Positions<double>::NullaryExpr(
      3, A.rows(), [&] { return std::ldexp(static_cast<double>(random() >> 11), -53) - 0.5; });
  Positions<double> smallest = largest;  // each row a vector
  double growth = 0, inverse_growth = 0;
  for (int i = 0; i < iterations; ++i) {
    largest.rowwise().normalize();
    largest = (A * largest.transpose()).transpose();
    growth = largest.rowwise().norm().maxCoeff();
    smallest.rowwise().normalize();
    inverse.solve_in_place(smallest);
    inverse_growth = smallest.rowwise().norm().maxCoeff();
  }
  return growth * inverse_growth;
}

double memory_estimate(Index tets, std::string_view solver) {
  constexpr double program = 1.5e7, per_tet = 700;
  const double entries_of_factor =
      std::pow(static_cast<double>(tets), 4.0 / 3);  // nested dissection in space
  return program + per_tet * static_cast<double>(tets) + (solver == "newton" ? 115 : 10) * entries_of_factor;
}

Inspection inspect(const IncrementalPotential<double>& problem) {
  const Positions<double>& rest = problem.mesh->rest_positions;
  Inspection result;
  result.quality = mesh_quality(*problem.mesh);
  result.mass = problem.masses.sum();
  result.condition = condition_estimate(problem.free_part(problem.stiffness_matrix()));
  const double diagonal = (rest.rowwise().maxCoeff() - rest.rowwise().minCoeff()).norm();
  result.single_precision_error = std::ldexp(result.condition.value_or(0), -24) * rest.cwiseAbs().maxCoeff();
  result.drifts_in_single_precision = result.single_precision_error > 1e-2 * diagonal;
  return result;
}

}  // namespace simbench
