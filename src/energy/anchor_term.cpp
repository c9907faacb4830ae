#include "energy/anchor_term.h"

namespace simbench {

template <class Real>
AnchorTerm<Real>::AnchorTerm(std::vector<int> vertices, const Positions<double>& targets, double stiffness)
    : vertices_(std::move(vertices)),
      exact_targets_(targets),
      exact_stiffness_(stiffness),
      targets_(targets.cast<Real>()),
      stiffnesses_(VectorX<Real>::Constant(targets.cols(), static_cast<Real>(stiffness))) {}

template <class Real>
Real AnchorTerm<Real>::value(const Positions<Real>& positions) const {
  Real sum = 0;
  for (Index i = 0; i < element_count(); ++i) {
    sum += stiffnesses_[i] / 2 * (positions.col(vertices_[i]) - targets_.col(i)).squaredNorm();
  }
  return sum;
}

template <class Real>
Real AnchorTerm<Real>::add_gradient(const Positions<Real>& positions, Positions<Real>& gradient) const {
  for (Index i = 0; i < element_count(); ++i) {
    gradient.col(vertices_[i]) += stiffnesses_[i] * (positions.col(vertices_[i]) - targets_.col(i));
  }
  return value(positions);
}

template <class Real>
void AnchorTerm<Real>::add_hessian(const Positions<Real>&, Definiteness, BlockMatrix<Real>& hessian) const {
  for (Index i = 0; i < element_count(); ++i) hessian.add_diagonal(vertices_[i], stiffnesses_[i]);
}

template <class Real>
void AnchorTerm<Real>::append_elements(std::vector<std::span<const int>>& elements) const {
  for (const int& vertex : vertices_) elements.emplace_back(&vertex, 1);
}

template <class Real>
void AnchorTerm<Real>::add_normal_matrix(const VectorX<Real>& weights,
                                         std::vector<Eigen::Triplet<Real>>& entries) const {
  for (Index i = 0; i < element_count(); ++i) entries.emplace_back(vertices_[i], vertices_[i], weights[i]);
}

template <class Real>
void AnchorTerm<Real>::reduce(const Positions<Real>& positions, Reduced<Real>& y) const {
  for (Index i = 0; i < element_count(); ++i) y.col(i) = positions.col(vertices_[i]);
}

template <class Real>
void AnchorTerm<Real>::add_transposed(const VectorX<Real>& weights, const Reduced<Real>& y,
                                      Positions<Real>& result) const {
  for (Index i = 0; i < element_count(); ++i) result.col(vertices_[i]) += weights[i] * y.col(i);
}

template <class Real>
void AnchorTerm<Real>::prox(const VectorX<Real>& squared_weights, int, Reduced<Real>& y) const {
  for (Index i = 0; i < element_count(); ++i) {
    y.col(i) = (stiffnesses_[i] * targets_.col(i) + squared_weights[i] * y.col(i)) /
               (stiffnesses_[i] + squared_weights[i]);
  }
}

template <class Real>
void AnchorTerm<Real>::sweep(ConstraintForm, Real compliance_scale, std::span<const int> order,
                             const VectorX<Real>& inverse_masses, Reduced<Real>& multipliers,
                             Positions<Real>& positions) const {
  for (const int i : order) {
    const Vector3<Real> deviation = positions.col(vertices_[i]) - targets_.col(i);
    const Real value = deviation.norm();
    if (!(value > 0)) continue;
    const Vector3<Real> gradient = deviation / value;
    const Real inverse_mass = inverse_masses[vertices_[i]];
    const Real compliance = compliance_scale / stiffnesses_[i];
    const Real change = (-value - compliance * multipliers(0, i)) / (inverse_mass + compliance);
    multipliers(0, i) += change;
    positions.col(vertices_[i]) += (inverse_mass * change) * gradient;
  }
}

template <class Real>
void AnchorTerm<Real>::add_vertex_derivatives(const Positions<Real>& positions, Index vertex, Definiteness,
                                              Vector3<Real>& gradient, Matrix3<Real>& hessian) const {
  for (Index i = 0; i < element_count(); ++i) {
    if (vertices_[i] != vertex) continue;
    gradient += stiffnesses_[i] * (positions.col(vertex) - targets_.col(i));
    hessian.diagonal().array() += stiffnesses_[i];
  }
}

template <class Real>
std::shared_ptr<const EnergyTerm<float>> AnchorTerm<Real>::single_precision() const {
  return std::make_shared<AnchorTerm<float>>(vertices_, exact_targets_, exact_stiffness_);
}

template class AnchorTerm<double>;
template class AnchorTerm<float>;

}  // namespace simbench
