#include "deformable/solvers/kernels/jacobian_rank.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <type_traits>

namespace simbench {

namespace {

// The square of the largest singular value that counts as zero. Rounding in single precision makes singular
// values of about 1e-7.
template <class Real>
constexpr double threshold = std::is_same_v<Real, float> ? 1e-10 : 1e-12;

}  // namespace

template <class Real>
JacobianRank jacobian_rank(const JacobianEntries<Real>& J, const VectorX<Real>& inverse_masses) {
  if (J.constraints.empty()) return {};
  std::vector<Eigen::Triplet<double>> entries;
  std::vector<int> constraints, column_of(J.constraints.back() + 1, -1);
  for (std::size_t i = 0; i < J.gradients.size(); ++i) {
    const Vector3<double> gradient = J.gradients[i].template cast<double>() *
                                     std::sqrt(static_cast<double>(inverse_masses[J.vertices[i]]));
    if (gradient.isZero(0) || !gradient.allFinite()) continue;
    int& column = column_of[J.constraints[i]];
    if (column < 0) {
      column = static_cast<int>(constraints.size());
      constraints.push_back(J.constraints[i]);
    }
    for (int k = 0; k < 3; ++k) entries.emplace_back(3 * J.vertices[i] + k, column, gradient[k]);
  }
  JacobianRank result;
  result.constraints = static_cast<Index>(constraints.size());
  if (constraints.empty()) return result;
  Eigen::SparseMatrix<double> transposed(3 * inverse_masses.size(), result.constraints);
  transposed.setFromTriplets(entries.begin(), entries.end());
  for (Index column = 0; column < transposed.cols(); ++column)
    transposed.col(column) /= transposed.col(column).blueNorm();
  const Eigen::SparseMatrix<double> products = transposed.transpose() * transposed;
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factors;
  double shift = threshold<Real>;
  do {
    factors.setShift(-shift);
    factors.compute(products);
    shift *= 1.25;
  } while (factors.info() != Eigen::Success);  // a pivot is exactly zero
  constexpr std::size_t most = 5;
  const auto& pivots = factors.vectorD();
  for (Index i = 0; i < result.constraints; ++i) {
    if (pivots[i] > 0) {
      ++result.rank;
    } else if (result.dependent.size() < most) {
      result.dependent.push_back(constraints[factors.permutationPinv().indices()[i]]);
    }
  }
  std::ranges::sort(result.dependent);
  return result;
}

std::optional<Failure> redundancy(const JacobianRank& found) {
  const Index missing = found.constraints - found.rank;
  if (missing == 0) return {};
  return Failure{
      Status::not_spd,
      fmt::format(
          "the Jacobian of the {} hard constraints has rank {}, so some constraints are redundant, for "
          "example number {}{} (counted from 0 in the order of the potentials); remove them, give "
          "every hard constraint a compliance, or take xpbd, which accepts redundant constraints",
          found.constraints, found.rank, fmt::join(found.dependent, ", "),
          missing > static_cast<Index>(found.dependent.size()) ? ", …" : "")};
}

template JacobianRank jacobian_rank(const JacobianEntries<double>&, const VectorX<double>&);
template JacobianRank jacobian_rank(const JacobianEntries<float>&, const VectorX<float>&);

}  // namespace simbench
