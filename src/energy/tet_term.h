// All tets of a mesh under one law. F_j = D_s D_m⁻¹ is constant in each tet; D_j q = F_j; ψ_j = V_j Ψ(F_j).
#pragma once

#include <Eigen/LU>
#include <cassert>

#include "energy/element_scatter.h"
#include "energy/energy_term.h"
#include "energy/prox.h"
#include "mesh/tet_mesh.h"

namespace simbench {

template <template <class> class Law, class Real>
class TetTerm final : public EnergyTerm<Real> {
 public:
  using Parameters = typename Law<double>::Parameters;

  TetTerm(std::shared_ptr<const TetMesh> mesh, const Parameters& parameters)
      : mesh_(std::move(mesh)),
        parameters_(parameters),
        law_(parameters),
        rest_inverses_(3, 3 * mesh_->tet_count()),
        volumes_(tet_volumes(*mesh_, mesh_->rest_positions).cast<Real>()),
        stiffnesses_(law_.quadratic_stiffness() * volumes_),
        scatter_(mesh_->tets, mesh_->vertex_count()),
        partial_sums_(chunk_count(mesh_->tet_count())) {
    for (Index tet = 0; tet < mesh_->tet_count(); ++tet) {
      const Matrix3<double> edges = tet_edges(mesh_->rest_positions, mesh_->tets.col(tet).data());
      rest_inverses_.template middleCols<3>(3 * tet) = edges.inverse().template cast<Real>();
    }
  }

  TermKind kind() const override { return TermKind::material; }
  std::string_view law() const override { return Law<Real>::name; }
  Index element_count() const override { return mesh_->tet_count(); }

  Real value(const Positions<Real>& positions) const override {
    return parallel_sum(element_count(), partial_sums_, [&](Index tet) {
      return volumes_[tet] * law_.respond(deformation_gradient(positions, tet)).density;
    });
  }

  Real add_gradient(const Positions<Real>& positions, Positions<Real>& gradient) const override {
    const Real value = parallel_sum(element_count(), partial_sums_, [&](Index tet) {
      const Response<Real> response = law_.respond(deformation_gradient(positions, tet));
      scatter_.element(tet) = corner_columns(volumes_[tet] * response.stress, tet);
      return volumes_[tet] * response.density;
    });
    scatter_.gather(gradient);
    return value;
  }

  void add_hessian(const Positions<Real>& positions, Definiteness definiteness,
                   BlockMatrix<Real>& hessian) const override {
    for (Index tet = 0; tet < element_count(); ++tet) {
      const Matrix9<Real> density =
          volumes_[tet] * density_hessian(law_, deformation_gradient(positions, tet), definiteness);
      const Eigen::Matrix<Real, 4, 3> shape_gradients = this->shape_gradients(tet);
      for (int a = 0; a < 4; ++a) {
        for (int b = 0; b < 4; ++b) {
          Matrix3<Real> block = Matrix3<Real>::Zero();
          for (int k = 0; k < 3; ++k) {
            for (int l = 0; l < 3; ++l) {
              block +=
                  shape_gradients(a, k) * shape_gradients(b, l) * density.template block<3, 3>(3 * k, 3 * l);
            }
          }
          hessian.add(mesh_->tets(a, tet), mesh_->tets(b, tet), block);
        }
      }
    }
  }

  void append_elements(std::vector<std::span<const int>>& elements) const override {
    for (Index tet = 0; tet < element_count(); ++tet) elements.emplace_back(mesh_->tets.col(tet).data(), 4);
  }

  Index reduced_rows() const override { return 9; }
  const VectorX<Real>& stiffnesses() const override { return stiffnesses_; }

  void add_normal_matrix(const VectorX<Real>& weights,
                         std::vector<Eigen::Triplet<Real>>& entries) const override {
    for (Index tet = 0; tet < element_count(); ++tet) {
      const Eigen::Matrix<Real, 4, 3> shape_gradients = this->shape_gradients(tet);
      const Eigen::Matrix<Real, 4, 4> normal = weights[tet] * (shape_gradients * shape_gradients.transpose());
      for (int a = 0; a < 4; ++a) {
        for (int b = 0; b < 4; ++b)
          entries.emplace_back(mesh_->tets(a, tet), mesh_->tets(b, tet), normal(a, b));
      }
    }
  }

  void reduce(const Positions<Real>& positions, Reduced<Real>& y) const override {
    for_each_tet([&](Index tet) { y.col(tet) = deformation_gradient(positions, tet).reshaped(); });
  }

  void add_transposed(const VectorX<Real>& weights, const Reduced<Real>& y,
                      Positions<Real>& result) const override {
    for_each_tet([&](Index tet) {
      const Eigen::Map<const Matrix3<Real>> matrix(y.col(tet).data());
      scatter_.element(tet) = corner_columns(weights[tet] * matrix, tet);
    });
    scatter_.gather(result);
  }

  bool can_project() const override {
    return requires(const Law<Real>& law, const Matrix3<Real>& F) {
      law.project(F);
    };
  }
  void project(const Positions<Real>& positions, Reduced<Real>& p) const override {
    if constexpr (requires(const Matrix3<Real>& F) { law_.project(F); }) {
      for_each_tet(
          [&](Index tet) { p.col(tet) = law_.project(deformation_gradient(positions, tet)).reshaped(); });
    } else {
      throw std::logic_error("this law has no projection");
    }
  }

  void prox(const VectorX<Real>& squared_weights, int maximum_iterations, Reduced<Real>& y) const override {
    for_each_tet([&](Index tet) {
      Eigen::Map<Matrix3<Real>> matrix(y.col(tet).data());
      matrix = simbench::prox(law_, Matrix3<Real>(matrix), squared_weights[tet] / volumes_[tet],
                              maximum_iterations);
    });
  }

  int constraint_count(ConstraintForm form) const override {
    if constexpr (requires { law_.constraint_count(form); }) return law_.constraint_count(form);
    return 0;
  }
  void sweep(ConstraintForm form, Real compliance_scale, std::span<const int> order,
             const VectorX<Real>& inverse_masses, Reduced<Real>& multipliers,
             Positions<Real>& positions) const override {
    if constexpr (requires { law_.constraint_count(form); }) {
      const int constraints = law_.constraint_count(form);
      for (const int tet : order) {
        for (int i = 0; i < constraints; ++i) {
          const Constraint<Real> constraint = law_.constraint(form, i, deformation_gradient(positions, tet));
          solve_constraint(constraint, tet, compliance_scale, inverse_masses, multipliers(i, tet), positions);
        }
      }
    } else {
      throw std::logic_error("this law has no XPBD constraint");
    }
  }

  void add_vertex_derivatives(const Positions<Real>& positions, Index vertex, Definiteness definiteness,
                              Vector3<Real>& gradient, Matrix3<Real>& hessian) const override {
    for (const int corner : scatter_.corners(vertex)) {
      const Index tet = corner / 4;
      const Vector3<Real> shape_gradient = shape_gradients(tet).row(corner % 4);
      const VertexResponse<Real> response =
          vertex_response(law_, deformation_gradient(positions, tet), shape_gradient, definiteness);
      gradient += volumes_[tet] * response.gradient;
      hessian += volumes_[tet] * response.hessian;
    }
  }

  std::shared_ptr<const EnergyTerm<float>> single_precision() const override {
    return std::make_shared<TetTerm<Law, float>>(mesh_, parameters_);
  }

 private:
  template <class Body>
  void for_each_tet(const Body& body) const {
    parallel_chunks(element_count(), [&](Index begin, Index end, Index) {
      for (Index tet = begin; tet < end; ++tet) body(tet);
    });
  }

  Matrix3<Real> rest_inverse(Index tet) const { return rest_inverses_.template middleCols<3>(3 * tet); }

  Matrix3<Real> deformation_gradient(const Positions<Real>& positions, Index tet) const {
    return tet_edges(positions, mesh_->tets.col(tet).data()) * rest_inverse(tet);
  }

  // The gradients of the four linear shape functions: F = Σ_c x_c (row c).
  Eigen::Matrix<Real, 4, 3> shape_gradients(Index tet) const {
    Eigen::Matrix<Real, 4, 3> gradients;
    gradients.template bottomRows<3>() = rest_inverse(tet);
    gradients.row(0) = -gradients.template bottomRows<3>().colwise().sum();
    return gradients;
  }

  // D_jᵀ P: what a matrix P = ∂(…)/∂F means for the four corners. The columns add up to zero.
  Eigen::Matrix<Real, 3, 4> corner_columns(const Matrix3<Real>& P, Index tet) const {
    Eigen::Matrix<Real, 3, 4> columns;
    columns.template rightCols<3>() = P * rest_inverse(tet).transpose();
    columns.col(0) = -columns.template rightCols<3>().rowwise().sum();
    return columns;
  }

  // Δλ = (−C − α̃ λ)/(Σ w ‖∇C‖² + α̃), Δq_i = w_i ∇_i C Δλ.
  void solve_constraint(const Constraint<Real>& constraint, Index tet, Real compliance_scale,
                        const VectorX<Real>& inverse_masses, Real& multiplier,
                        Positions<Real>& positions) const {
    const Eigen::Matrix<Real, 3, 4> gradient = corner_columns(constraint.gradient, tet);
    const int* vertices = mesh_->tets.col(tet).data();
    Real sum = 0;
    for (int c = 0; c < 4; ++c) sum += inverse_masses[vertices[c]] * gradient.col(c).squaredNorm();
    if (!(sum > 0)) return;
    const Real compliance = compliance_scale / (constraint.stiffness * volumes_[tet]);
    const Real change = (-constraint.value - compliance * multiplier) / (sum + compliance);
    multiplier += change;
    for (int c = 0; c < 4; ++c) {
      positions.col(vertices[c]) += (inverse_masses[vertices[c]] * change) * gradient.col(c);
    }
  }

  std::shared_ptr<const TetMesh> mesh_;
  Parameters parameters_;
  Law<Real> law_;
  Reduced<Real> rest_inverses_;  // 3 × (3 · tets): D_m⁻¹ [1/m]
  VectorX<Real> volumes_;        // [m³]
  VectorX<Real> stiffnesses_;    // k V [J]
  // Workspace of the loops above, so that they allocate nothing; a term therefore serves one caller at a
  // time.
  mutable ElementScatter<Real> scatter_;
  mutable VectorX<Real> partial_sums_;
};

}  // namespace simbench
