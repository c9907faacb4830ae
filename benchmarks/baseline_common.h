// The common part of the solvers of the baseline.
#pragma once

#include <Eigen/LU>
#include <Eigen/SVD>
#include <Eigen/SparseCholesky>

#include "baseline.h"

namespace simbench::benchmarks::plain {

using Matrix3d = Matrix3<double>;
using Vector3d = Vector3<double>;
using Sparse = Eigen::SparseMatrix<double>;
using Triplets = std::vector<Eigen::Triplet<double>>;

inline constexpr double k = strain_stiffness;

// F = U diag(σ) Vᵀ
struct Svd {
  Matrix3d U, V;  // rotations
  Vector3d sigma;
};

inline Svd signed_svd(const Matrix3d& F) {
  const Eigen::JacobiSVD<Matrix3d> jacobi(F, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Svd svd{jacobi.matrixU(), jacobi.matrixV(), jacobi.singularValues()};
  for (Matrix3d* rotation : {&svd.U, &svd.V}) {
    if (rotation->determinant() > 0) continue;
    rotation->col(2) *= -1;
    svd.sigma[2] *= -1;
  }
  return svd;
}

inline Matrix3d rotation(const Matrix3d& F) {
  const Svd svd = signed_svd(F);
  return svd.U * svd.V.transpose();
}

// The data of the problem that every solver of the baseline uses.
class Baseline : public Solver<double> {
 public:
  std::optional<Failure> begin_step(const IncrementalPotential<double>& problem) override {
    tets_ = &problem.mesh->tets;
    q_ = q_tilde_ = problem.inertial_positions;
    inertia_ = problem.inertia_weights();
    volumes_ = tet_volumes(*problem.mesh, problem.mesh->rest_positions);
    rest_inverses_.clear();
    for (Index tet = 0; tet < tets_->cols(); ++tet)
      rest_inverses_.push_back(tet_edges(problem.mesh->rest_positions, tets_->col(tet).data()).inverse());
    return {};
  }
  const Positions<double>& positions() const override { return q_; }

 protected:
  Index tet_count() const { return tets_->cols(); }
  int vertex(int corner, Index tet) const { return (*tets_)(corner, tet); }

  Matrix3d deformation_gradient(const Positions<double>& q, Index tet) const {
    return tet_edges(q, tets_->col(tet).data()) * rest_inverses_[tet];
  }

  // Gradients of the shape functions, one row per corner.
  Eigen::Matrix<double, 4, 3> shape_gradients(Index tet) const {
    Eigen::Matrix<double, 4, 3> gradients;
    gradients << -rest_inverses_[tet].colwise().sum(), rest_inverses_[tet];
    return gradients;
  }

  // sum ← sum + Dᵀ P
  void add_transposed(Index tet, const Matrix3d& P, Positions<double>& sum) const {
    const Eigen::Matrix<double, 3, 4> columns = P * shape_gradients(tet).transpose();
    for (int c = 0; c < 4; ++c) sum.col(vertex(c, tet)) += columns.col(c);
  }

  Positions<double> inertia_times(const Positions<double>& q) const { return q * inertia_.asDiagonal(); }

  const Eigen::Matrix<int, 4, Eigen::Dynamic>* tets_ = nullptr;
  Positions<double> q_, q_tilde_;
  VectorX<double> inertia_;  // M/h²
  VectorX<double> volumes_;
  std::vector<Matrix3d> rest_inverses_;
};

// The common part of solvers with a constant matrix M/h² + Σ w DᵀD.
class Prefactorised : public Baseline {
 protected:
  void factorise(const VectorX<double>& weights) { ldlt_.compute(system_matrix(weights)); }
  Sparse system_matrix(const VectorX<double>& weights) const {
    Triplets entries;
    for (int i = 0; i < q_.cols(); ++i) entries.emplace_back(i, i, inertia_[i]);
    for (Index tet = 0; tet < tet_count(); ++tet) {
      const Eigen::Matrix<double, 4, 3> gradients = shape_gradients(tet);
      const Eigen::Matrix4d block = weights[tet] * gradients * gradients.transpose();
      for (int a = 0; a < 4; ++a)
        for (int b = 0; b < 4; ++b) entries.emplace_back(vertex(a, tet), vertex(b, tet), block(a, b));
    }
    Sparse matrix(q_.cols(), q_.cols());
    matrix.setFromTriplets(entries.begin(), entries.end());
    return matrix;
  }
  Positions<double> solve(const Positions<double>& right_hand_side) const {
    const Eigen::Matrix<double, Eigen::Dynamic, 3> B = right_hand_side.transpose();
    return ldlt_.solve(B).transpose();
  }

 private:
  Eigen::SimplicialLDLT<Sparse> ldlt_;
};

// A descent method (baseline_descent.cpp): "qn", "bfgs", "gradient_descent" or "newton", or the Newton step
// "linear_implicit_euler".
std::unique_ptr<Solver<double>> make_descent(std::string_view solver);
// baseline_systems.cpp: "xpbd_global", "kkt", or a formula.
std::unique_ptr<Solver<double>> make_with_new_matrix(const Case& which);

}  // namespace simbench::benchmarks::plain
