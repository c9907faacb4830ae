#include <deque>

#include "baseline_common.h"

namespace simbench::benchmarks::plain {

namespace {

// Descent methods. The objective and the gradient each decompose every F; a trial point's objective stores
// nothing for the gradient.
class Descent : public Prefactorised {
 public:
  std::optional<Failure> begin_step(const IncrementalPotential<double>& problem) override {
    Baseline::begin_step(problem);
    objective_ = objective(q_);
    gradient_ = gradient(q_);
    return {};
  }

  IterationReport iterate() override {
    const Positions<double> direction = find_direction();
    const double slope = gradient_.cwiseProduct(direction).sum(), first = first_length_;
    if (-first * slope <= 1e-14 * std::abs(objective_)) return {.stop = Status::converged};
    for (double alpha = first; alpha >= 1e-12 * first; alpha /= 2) {
      const Positions<double> trial = q_ + alpha * direction;
      const double value = objective(trial);
      if (!(value < objective_ && value <= objective_ + 0.3 * alpha * slope)) continue;
      const Positions<double> trial_gradient = gradient(trial);
      remember(trial - q_, trial_gradient - gradient_, alpha);
      q_ = trial;
      gradient_ = trial_gradient;
      objective_ = value;
      return {};
    }
    return {.stop = Status::stalled};
  }

 protected:
  virtual Positions<double> find_direction() = 0;
  // The change of positions and of the gradient, and the length α of the step.
  virtual void remember(const Positions<double>&, const Positions<double>&, double) {}

  Positions<double> gradient_;
  double first_length_ = 1;  // the α that is tried first

 private:
  double objective(const Positions<double>& q) const {
    double sum = inertia_.dot((q - q_tilde_).colwise().squaredNorm()) / 2;
    for (Index tet = 0; tet < tet_count(); ++tet) {
      const Matrix3d F = deformation_gradient(q, tet);
      sum += k / 2 * volumes_[tet] * (F - rotation(F)).squaredNorm();
    }
    return sum;
  }
  Positions<double> gradient(const Positions<double>& q) const {
    Positions<double> result = inertia_times(q - q_tilde_);
    for (Index tet = 0; tet < tet_count(); ++tet) {
      const Matrix3d F = deformation_gradient(q, tet);
      add_transposed(tet, k * volumes_[tet] * (F - rotation(F)), result);
    }
    return result;
  }

  double objective_ = 0;
};

// Liu et al. 2017: L-BFGS with five pairs, starting from the matrix of Projective Dynamics.
class QuasiNewton final : public Descent {
 public:
  std::optional<Failure> begin_step(const IncrementalPotential<double>& problem) override {
    Descent::begin_step(problem);
    pairs_.clear();
    factorise(k * volumes_);
    return {};
  }

 protected:
  Positions<double> find_direction() override {
    Positions<double> d = -gradient_;
    for (auto pair = pairs_.rbegin(); pair != pairs_.rend(); ++pair) {
      pair->coefficient = pair->s.cwiseProduct(d).sum() / pair->curvature;
      d -= pair->coefficient * pair->y;
    }
    d = solve(d);
    for (const Pair& pair : pairs_)
      d += (pair.coefficient - pair.y.cwiseProduct(d).sum() / pair.curvature) * pair.s;
    return d;
  }
  void remember(const Positions<double>& s, const Positions<double>& y, double) override {
    const double curvature = s.cwiseProduct(y).sum();
    if (curvature > 0) pairs_.push_back({s, y, curvature, 0});
    if (pairs_.size() > 5) pairs_.pop_front();
  }

 private:
  struct Pair {
    Positions<double> s, y;
    double curvature, coefficient;
  };
  std::deque<Pair> pairs_;
};

// BFGS with the inverse Hessian as a dense 3n × 3n matrix, which begins as that of Projective Dynamics.
class Bfgs final : public Descent {
 public:
  std::optional<Failure> begin_step(const IncrementalPotential<double>& problem) override {
    Descent::begin_step(problem);
    factorise(k * volumes_);
    H_.setZero(3 * q_.cols(), 3 * q_.cols());
    Positions<double> column(3, q_.cols());
    for (Index i = 0; i < H_.cols(); ++i) {
      column.setZero();
      column.reshaped()[i] = 1;
      H_.col(i) = solve(column).reshaped();
    }
    return {};
  }

 protected:
  Positions<double> find_direction() override {
    return (-(H_ * gradient_.reshaped())).reshaped(3, q_.cols());
  }
  void remember(const Positions<double>& s, const Positions<double>& y, double) override {
    const VectorX<double> S = s.reshaped(), Y = y.reshaped(), HY = H_ * Y;
    const double rho = 1 / S.dot(Y);
    if (!(rho > 0)) return;
    H_ += rho * (1 + rho * Y.dot(HY)) * S * S.transpose() - rho * (S * HY.transpose() + HY * S.transpose());
  }

 private:
  Eigen::MatrixXd H_;
};

// Steps along −∇f. The search begins at twice the length of the last step, at first at 1 over the largest row
// sum of the matrix of Projective Dynamics.
class GradientDescent final : public Descent {
 public:
  std::optional<Failure> begin_step(const IncrementalPotential<double>& problem) override {
    Descent::begin_step(problem);
    const Sparse matrix = system_matrix(k * volumes_).cwiseAbs();
    first_length_ = 1 / (matrix * VectorX<double>::Ones(q_.cols())).maxCoeff();
    return {};
  }

 protected:
  Positions<double> find_direction() override { return -gradient_; }
  void remember(const Positions<double>&, const Positions<double>&, double length) override {
    first_length_ = 2 * length;
  }
};

// Projected Newton. It assembles analytic Hessians with clamped eigenvalues of the three twist modes (Smith
// et al. 2019) as triplets, and factorises the 3n × 3n matrix, whose pattern is analysed once.
class Newton final : public Descent {
 public:
  // The one step of linearly implicit Euler has the exact Hessian and no search.
  explicit Newton(bool is_formula) : is_formula_(is_formula) {}

  std::optional<Failure> begin_step(const IncrementalPotential<double>& problem) override {
    Descent::begin_step(problem);
    is_done_ = false;
    if (!is_formula_) ldlt_.analyzePattern(hessian());
    return {};
  }
  IterationReport iterate() override {
    if (!is_formula_) return Descent::iterate();
    if (is_done_) return {.stop = Status::converged};
    is_done_ = true;
    ldlt_.analyzePattern(hessian());
    q_ += find_direction();
    return {};
  }

 protected:
  Positions<double> find_direction() override {
    ldlt_.factorize(hessian());
    const VectorX<double> right_hand_side = -gradient_.reshaped();
    const VectorX<double> direction = ldlt_.solve(right_hand_side);
    return direction.reshaped(3, q_.cols());
  }

 private:
  Matrix9<double> density_hessian(const Matrix3d& F) const {
    const Svd svd = signed_svd(F);
    Matrix9<double> H = k * Matrix9<double>::Identity();
    for (int i = 0; i < 3; ++i) {
      for (int j = i + 1; j < 3; ++j) {
        const Matrix3d twist =
            (svd.U.col(i) * svd.V.col(j).transpose() - svd.U.col(j) * svd.V.col(i).transpose()) /
            std::sqrt(2);
        const Vector9<double> mode = twist.reshaped();
        const double sum = std::max(svd.sigma[i] + svd.sigma[j], std::numeric_limits<double>::epsilon());
        H -= k * (is_formula_ ? 2 / sum : std::min(1.0, 2 / sum)) * mode * mode.transpose();
      }
    }
    return H;
  }

  Sparse hessian() const {
    Triplets entries;
    for (int i = 0; i < 3 * q_.cols(); ++i) entries.emplace_back(i, i, inertia_[i / 3]);
    for (Index tet = 0; tet < tet_count(); ++tet) {
      const Eigen::Matrix<double, 4, 3> gradients = shape_gradients(tet);
      Eigen::Matrix<double, 9, 12> dF_dq;
      for (int c = 0; c < 4; ++c)
        for (int axis = 0; axis < 3; ++axis)
          dF_dq.block<3, 3>(3 * axis, 3 * c) = gradients(c, axis) * Matrix3d::Identity();
      const Eigen::Matrix<double, 12, 12> block =
          volumes_[tet] * dF_dq.transpose() * density_hessian(deformation_gradient(q_, tet)) * dF_dq;
      for (int a = 0; a < 12; ++a)
        for (int b = 0; b < 12; ++b)
          entries.emplace_back(3 * vertex(a / 3, tet) + a % 3, 3 * vertex(b / 3, tet) + b % 3, block(a, b));
    }
    Sparse matrix(3 * q_.cols(), 3 * q_.cols());
    matrix.setFromTriplets(entries.begin(), entries.end());
    return matrix;
  }

  bool is_formula_, is_done_ = false;
  Eigen::SimplicialLDLT<Sparse> ldlt_;
};

}  // namespace

std::unique_ptr<Solver<double>> make_descent(std::string_view solver) {
  if (solver == "qn") return std::make_unique<QuasiNewton>();
  if (solver == "bfgs") return std::make_unique<Bfgs>();
  if (solver == "gradient_descent") return std::make_unique<GradientDescent>();
  if (solver == "newton" || solver == "linear_implicit_euler")
    return std::make_unique<Newton>(solver != "newton");
  return nullptr;
}

}  // namespace simbench::benchmarks::plain
