// Anchors ("position constraints"): springs of rest length zero, ψ_i = k_s/2 ‖q_i − a_i‖². D_i picks vertex
// i. XPBD: C = ‖q_i − a_i‖, α = 1/k_s. In the solvers that project, the manifold of an anchor is the point
// a_i.
#pragma once

#include "energy/energy_term.h"

namespace simbench {

template <class Real>
class AnchorTerm : public EnergyTerm<Real> {
 public:
  // targets: 3 × anchors [m]; stiffness k_s [N/m].
  AnchorTerm(std::vector<int> vertices, const Positions<double>& targets, double stiffness);

  TermKind kind() const override { return TermKind::anchors; }
  std::string_view law() const override { return "anchor"; }
  Index element_count() const override { return static_cast<Index>(vertices_.size()); }

  Real value(const Positions<Real>& positions) const override;
  Real add_gradient(const Positions<Real>& positions, Positions<Real>& gradient) const override;
  void add_hessian(const Positions<Real>& positions, Definiteness, BlockMatrix<Real>& hessian) const override;
  void append_elements(std::vector<std::span<const int>>& elements) const override;

  Index reduced_size() const override { return 3; }
  const VectorX<Real>& stiffnesses() const override { return stiffnesses_; }
  void add_normal_matrix(const VectorX<Real>& weights,
                         std::vector<Eigen::Triplet<Real>>& entries) const override;
  void reduce(const Positions<Real>& positions, Reduced<Real>& y) const override;
  void add_transposed(const VectorX<Real>& weights, const Reduced<Real>& y,
                      Positions<Real>& result) const override;

  bool can_project() const override { return true; }
  void add_projections(const Positions<Real>&, Positions<Real>& result) const override;
  void split(const VectorX<Real>& squared_weights, int, const Positions<Real>& positions, Reduced<Real>& z,
             Reduced<Real>& u, Positions<Real>& result) const override;
  int constraint_count(ConstraintForm) const override { return 1; }
  std::unique_ptr<ConstraintSweep<Real>> constraint_sweep(ConstraintForm, Real compliance_scale,
                                                          std::span<const int> order,
                                                          const VectorX<Real>& inverse_masses) const override;
  void add_vertex_derivatives(const Positions<Real>& positions, Index vertex, Definiteness,
                              Vector3<Real>& gradient, Matrix3<Real>& hessian) const override;
  std::shared_ptr<const EnergyTerm<float>> single_precision() const override;

 private:
  std::vector<int> vertices_;
  Positions<double> exact_targets_;
  double exact_stiffness_;
  Positions<Real> targets_;    // 3 × anchors [m]
  VectorX<Real> stiffnesses_;  // k_s [N/m], the same for all
};

}  // namespace simbench
