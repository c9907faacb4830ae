#include "baseline.h"

#include <Eigen/Eigenvalues>

#include "baseline_common.h"
#include "cloth.h"
#include "spring_net.h"

namespace simbench::benchmarks {

namespace plain {

namespace {

// Position-Based Dynamics (α̃ = 0) and XPBD (α̃ = 1/(h² k V)) with C = ‖F − R‖.
class GaussSeidel final : public Baseline {
 public:
  explicit GaussSeidel(bool has_compliance) : has_compliance_(has_compliance) {}

  std::optional<Failure> begin_step(const IncrementalPotential<double>& problem) override {
    Baseline::begin_step(problem);
    inverse_masses_ = problem.masses.cwiseInverse();
    compliances_ =
        (has_compliance_ ? 1 / (problem.time_step * problem.time_step * k) : 0) * volumes_.cwiseInverse();
    lambda_.setZero(tet_count());
    return {};
  }

  IterationReport iterate() override {
    for (Index tet = 0; tet < tet_count(); ++tet) {
      const Matrix3d F = deformation_gradient(q_, tet);
      const Matrix3d deviation = F - rotation(F);
      const double C = deviation.norm();
      if (!(C > 0)) continue;
      const Eigen::Matrix<double, 3, 4> gradient = deviation / C * shape_gradients(tet).transpose();
      double sum = compliances_[tet];
      for (int c = 0; c < 4; ++c) sum += inverse_masses_[vertex(c, tet)] * gradient.col(c).squaredNorm();
      const double change = (-C - compliances_[tet] * lambda_[tet]) / sum;
      lambda_[tet] += change;
      for (int c = 0; c < 4; ++c)
        q_.col(vertex(c, tet)) += inverse_masses_[vertex(c, tet)] * change * gradient.col(c);
    }
    return {};
  }

 private:
  bool has_compliance_;
  VectorX<double> inverse_masses_, compliances_, lambda_;
};

class ProjectiveDynamics final : public Prefactorised {
 public:
  std::optional<Failure> begin_step(const IncrementalPotential<double>& problem) override {
    Baseline::begin_step(problem);
    factorise(k * volumes_);
    return {};
  }
  IterationReport iterate() override {
    Positions<double> right_hand_side = inertia_times(q_tilde_);
    for (Index tet = 0; tet < tet_count(); ++tet)
      add_transposed(tet, k * volumes_[tet] * rotation(deformation_gradient(q_, tet)), right_hand_side);
    q_ = solve(right_hand_side);
    return {};
  }
};

// Stable Neo-Hookean as a function of the stretches: Ψ = μ/2 (‖σ‖² − 3) + λ/2 (σ₁σ₂σ₃ − 1 − μ/λ)².
struct NeoHookean {
  double mu = youngs_modulus / (2 * (1 + poisson_ratio));
  double lambda = youngs_modulus * poisson_ratio / ((1 + poisson_ratio) * (1 - 2 * poisson_ratio));

  double excess(const Vector3d& s) const { return s.prod() - 1 - mu / lambda; }
  static Vector3d areas(const Vector3d& s) { return {s[1] * s[2], s[2] * s[0], s[0] * s[1]}; }
  double density(const Vector3d& s) const {
    return mu / 2 * (s.squaredNorm() - 3) + lambda / 2 * excess(s) * excess(s);
  }
  Vector3d gradient(const Vector3d& s) const { return mu * s + lambda * excess(s) * areas(s); }
  Matrix3d hessian(const Vector3d& s) const {
    Matrix3d off_diagonal;
    off_diagonal << 0, s[2], s[1], s[2], 0, s[0], s[1], s[0], 0;
    return mu * Matrix3d::Identity() + lambda * (areas(s) * areas(s).transpose() + excess(s) * off_diagonal);
  }

  // argmin ψ(σ) + r/2 ‖σ − target‖² by Newton's method with positive eigenvalues and backtracking.
  Vector3d prox(const Vector3d& target, double r) const {
    constexpr double precision = std::numeric_limits<double>::epsilon();
    const auto objective = [&](const Vector3d& s) { return density(s) + r / 2 * (s - target).squaredNorm(); };
    const auto slope = [&](const Vector3d& s) -> Vector3d { return gradient(s) + r * (s - target); };
    Vector3d s = target;
    for (int iteration = 0; iteration < 50; ++iteration) {
      const Eigen::SelfAdjointEigenSolver<Matrix3d> eigen(hessian(s) + r * Matrix3d::Identity());
      const Vector3d curvatures =
          eigen.eigenvalues().cwiseAbs().cwiseMax(precision * eigen.eigenvalues().cwiseAbs().maxCoeff());
      const Matrix3d& axes = eigen.eigenvectors();
      const Vector3d step = -(axes * (axes.transpose() * slope(s)).cwiseQuotient(curvatures));
      double alpha = 1;
      while (!(objective(s + alpha * step) < objective(s)) && alpha > precision) alpha /= 2;
      if (alpha <= precision) {  // the value cannot resolve the last step, but the gradient can
        if (slope(s + step).norm() < slope(s).norm()) s += step;
        break;
      }
      s += alpha * step;
      if (step.norm() <= precision * s.norm()) break;
    }
    return s;
  }
};

// Overby et al. 2017, Alg. 1, with w = c √(k V), c = 0.3.
class Admm final : public Prefactorised {
 public:
  explicit Admm(Law law) : law_(law) {}

  std::optional<Failure> begin_step(const IncrementalPotential<double>& problem) override {
    Baseline::begin_step(problem);
    const double stiffness = law_ == Law::strain ? k : neo_hookean_.mu + neo_hookean_.lambda;
    r_ = 0.3 * 0.3 * stiffness;
    factorise(r_ * volumes_);
    z_.resize(9, tet_count());
    u_.setZero(9, tet_count());
    return {};
  }

  IterationReport iterate() override {
    Positions<double> right_hand_side = inertia_times(q_tilde_);
    for (Index tet = 0; tet < tet_count(); ++tet) {
      const Matrix3d F = deformation_gradient(q_, tet);
      Eigen::Map<Matrix3d> z(z_.col(tet).data()), u(u_.col(tet).data());
      z = prox(F + u);
      u += F - z;
      add_transposed(tet, r_ * volumes_[tet] * (z - u), right_hand_side);
    }
    q_ = solve(right_hand_side);
    return {};
  }

 private:
  Matrix3d prox(const Matrix3d& F) const {
    if (law_ == Law::strain) return (k * rotation(F) + r_ * F) / (k + r_);
    const Svd svd = signed_svd(F);
    return svd.U * neo_hookean_.prox(svd.sigma, r_).asDiagonal() * svd.V.transpose();
  }

  Law law_;
  NeoHookean neo_hookean_;
  double r_ = 0;  // w²/V
  Eigen::MatrixXd z_, u_;
};

// Chen et al. 2024, Alg. 1: a Newton step of one vertex after the other. The Hessian of ‖F − R‖² uses the
// twist eigenmatrices T (Smith et al. 2019); none of them may have a negative eigenvalue.
class VertexBlockDescent final : public Baseline {
 public:
  std::optional<Failure> begin_step(const IncrementalPotential<double>& problem) override {
    Baseline::begin_step(problem);
    corners_of_.assign(q_.cols(), {});
    for (Index tet = 0; tet < tet_count(); ++tet) {
      for (int c = 0; c < 4; ++c) corners_of_[vertex(c, tet)].emplace_back(tet, c);
    }
    return {};
  }

  IterationReport iterate() override {
    for (Index i = 0; i < q_.cols(); ++i) {
      Vector3d gradient = inertia_[i] * (q_.col(i) - q_tilde_.col(i));
      Matrix3d hessian = inertia_[i] * Matrix3d::Identity();
      for (const auto& [tet, corner] : corners_of_[i]) {
        const Matrix3d F = deformation_gradient(q_, tet);
        const Svd svd = signed_svd(F);
        const Vector3d g = shape_gradients(tet).row(corner);
        gradient += k * volumes_[tet] * (F - svd.U * svd.V.transpose()) * g;
        Matrix3d block = g.squaredNorm() * Matrix3d::Identity();
        for (int axis = 0; axis < 3; ++axis) {
          const int a = (axis + 1) % 3, b = (axis + 2) % 3;
          const Matrix3d T =
              (svd.U.col(a) * svd.V.col(b).transpose() - svd.U.col(b) * svd.V.col(a).transpose()) /
              std::sqrt(2);
          block -= std::min(2 / (svd.sigma[a] + svd.sigma[b]), 1.0) * (T * g) * (T * g).transpose();
        }
        hessian += k * volumes_[tet] * block;
      }
      q_.col(i) -= hessian.llt().solve(gradient);
    }
    return {};
  }

 private:
  std::vector<std::vector<std::pair<Index, int>>> corners_of_;
};

}  // namespace

}  // namespace plain

std::unique_ptr<Solver<double>> make_baseline(const Case& which) {
  const std::string_view solver = which.solver;
  if (which.law == Law::springs) return make_net_baseline(solver);
  if (which.law == Law::cloth || which.law == Law::mixed) return make_element_baseline(solver);
  if (solver == "admm") return std::make_unique<plain::Admm>(which.law);
  if (which.law != Law::strain) return nullptr;
  if (solver == "pbd" || solver == "xpbd") return std::make_unique<plain::GaussSeidel>(solver == "xpbd");
  if (solver == "pd") return std::make_unique<plain::ProjectiveDynamics>();
  if (solver == "vbd") return std::make_unique<plain::VertexBlockDescent>();
  if (solver == "xpbd_global" || solver == "kkt" || solver == "formula")
    return plain::make_with_new_matrix(which);
  return plain::make_descent(solver);
}

}  // namespace simbench::benchmarks
