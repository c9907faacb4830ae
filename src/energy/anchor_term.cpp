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
  for (Index i = 0; i < element_count(); ++i) y.row(i) = positions.col(vertices_[i]).transpose();
}

template <class Real>
void AnchorTerm<Real>::add_transposed(const VectorX<Real>& weights, const Reduced<Real>& y,
                                      Positions<Real>& result) const {
  for (Index i = 0; i < element_count(); ++i) result.col(vertices_[i]) += weights[i] * y.row(i).transpose();
}

template <class Real>
void AnchorTerm<Real>::add_projections(const Positions<Real>&, Positions<Real>& result) const {
  for (Index i = 0; i < element_count(); ++i) result.col(vertices_[i]) += stiffnesses_[i] * targets_.col(i);
}

template <class Real>
void AnchorTerm<Real>::split(const VectorX<Real>& squared_weights, int, const Positions<Real>& positions,
                             Reduced<Real>& z, Reduced<Real>& u, Positions<Real>& result) const {
  for (Index i = 0; i < element_count(); ++i) {
    const Real k = stiffnesses_[i], weight = squared_weights[i];
    const Vector3<Real> target = positions.col(vertices_[i]) + u.row(i).transpose();
    const Vector3<Real> Z = (k * targets_.col(i) + weight * target) / (k + weight), U = target - Z;
    z.row(i) = Z.transpose();
    u.row(i) = U.transpose();
    result.col(vertices_[i]) += weight * (Z - U);
  }
}

namespace {

// One constraint an anchor, which is linear in the direction of its gradient.
template <class Real>
class AnchorSweep final : public ConstraintSweep<Real> {
 public:
  AnchorSweep(const std::vector<int>& vertices, const Positions<Real>& targets,
              const VectorX<Real>& compliances, std::span<const int> order,
              const VectorX<Real>& inverse_masses)
      : vertices_(vertices),
        targets_(targets),
        compliances_(compliances),
        order_(order.begin(), order.end()),
        inverse_masses_(inverse_masses),
        multipliers_(Reduced<Real>::Zero(targets.cols(), 1)) {}

  void run(Positions<Real>& positions) override {
    for (const int i : order_) {
      const Vector3<Real> deviation = positions.col(vertices_[i]) - targets_.col(i);
      const Real value = deviation.norm();
      if (!(value > 0)) continue;
      const Vector3<Real> gradient = deviation / value;
      const Real inverse_mass = inverse_masses_[vertices_[i]];
      const Real change = (-value - compliances_[i] * multipliers_(i)) / (inverse_mass + compliances_[i]);
      multipliers_(i) += change;
      positions.col(vertices_[i]) += (inverse_mass * change) * gradient;
    }
  }
  Reduced<Real> multipliers() const override { return multipliers_; }

 private:
  const std::vector<int>& vertices_;
  const Positions<Real>& targets_;
  VectorX<Real> compliances_;  // α̃
  std::vector<int> order_;
  VectorX<Real> inverse_masses_;  // [1/kg]
  Reduced<Real> multipliers_;     // λ
};

}  // namespace

template <class Real>
std::unique_ptr<ConstraintSweep<Real>> AnchorTerm<Real>::constraint_sweep(
    ConstraintForm, Real compliance_scale, std::span<const int> order,
    const VectorX<Real>& inverse_masses) const {
  return std::make_unique<AnchorSweep<Real>>(vertices_, targets_, compliance_scale / stiffnesses_.array(),
                                             order, inverse_masses);
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
