// Baselines with a new matrix in each iteration: XPBD's whole system, the saddle point of constrained
// dynamics, linearly implicit Euler; and the formulas that need no matrix.
#include "baseline_common.h"

namespace simbench::benchmarks::plain {

namespace {

// One row C = ‖F − R‖ for each tet.
class Constrained : public Baseline {
 protected:
  // Sets C_ and J_ at these positions, tets × 3n.
  void linearise(const Positions<double>& q) {
    C_.resize(tet_count());
    Triplets entries;
    for (Index tet = 0; tet < tet_count(); ++tet) {
      const Matrix3d F = deformation_gradient(q, tet);
      const Matrix3d deviation = F - rotation(F);
      C_[tet] = deviation.norm();
      if (!(C_[tet] > 0)) continue;
      const Eigen::Matrix<double, 3, 4> gradient = deviation / C_[tet] * shape_gradients(tet).transpose();
      for (int c = 0; c < 4; ++c)
        for (int axis = 0; axis < 3; ++axis)
          entries.emplace_back(tet, 3 * vertex(c, tet) + axis, gradient(axis, c));
    }
    J_.resize(tet_count(), 3 * q.cols());
    J_.setFromTriplets(entries.begin(), entries.end());
  }
  // One number for each coordinate from one for each vertex.
  static VectorX<double> thrice(const VectorX<double>& of_vertices) {
    return of_vertices.transpose().replicate(3, 1).reshaped();
  }
  // With all entries: a product of sparse matrices has none where a row or column is empty.
  static Sparse diagonal_matrix(const VectorX<double>& entries) { return Sparse(entries.asDiagonal()); }

  VectorX<double> C_;
  Sparse J_;
};

// (M/h² + Jᵀ α⁻¹ J) Δq = −Jᵀ α⁻¹ r, Δλ = −α̃⁻¹ (r + J Δq), r = C + α̃ λ; here λ/h² takes the place of λ.
class XpbdGlobal final : public Constrained {
 public:
  std::optional<Failure> begin_step(const IncrementalPotential<double>& problem) override {
    Baseline::begin_step(problem);
    lambda_.setZero(tet_count());
    return {};
  }
  IterationReport iterate() override {
    linearise(q_);
    const VectorX<double> stiffnesses = k * volumes_;
    const VectorX<double> r = C_ + lambda_.cwiseQuotient(stiffnesses);
    const Sparse transposed = J_.transpose();
    const Sparse matrix =
        Sparse(transposed * stiffnesses.asDiagonal() * J_) + diagonal_matrix(thrice(inertia_));
    const VectorX<double> right_hand_side = -(transposed * stiffnesses.cwiseProduct(r));
    const VectorX<double> step = Eigen::SimplicialLDLT<Sparse>(matrix).solve(right_hand_side);
    lambda_ -= stiffnesses.cwiseProduct(r + J_ * step);
    q_ += step.reshaped(3, q_.cols());
    return {};
  }

 private:
  VectorX<double> lambda_;
};

// (J W Jᵀ + α) Λ = −C − J (q̃ − q), q' = q̃ + W Jᵀ Λ with W = h² M⁻¹.
class Kkt final : public Constrained {
 public:
  IterationReport iterate() override {
    linearise(q_);
    const Sparse transposed = J_.transpose();
    const VectorX<double> W = thrice(inertia_).cwiseInverse();
    const Sparse matrix =
        Sparse(J_ * W.asDiagonal() * transposed) + diagonal_matrix((k * volumes_).cwiseInverse());
    const VectorX<double> move = (q_tilde_ - q_).reshaped();
    const VectorX<double> right_hand_side = -C_ - J_ * move;
    const VectorX<double> Lambda = Eigen::SimplicialLDLT<Sparse>(matrix).solve(right_hand_side);
    const VectorX<double> step = W.cwiseProduct(transposed * Lambda);
    q_ = q_tilde_ + step.reshaped(3, q_.cols());
    return {};
  }
};

// Formulas, whose one iteration is the whole step. The problem starts at q_n = q̃.
class Formula final : public Baseline {
 public:
  explicit Formula(StepFormula formula) : formula_(formula) {}

  std::optional<Failure> begin_step(const IncrementalPotential<double>& problem) override {
    is_done_ = false;
    return Baseline::begin_step(problem);
  }
  IterationReport iterate() override {
    if (is_done_) return {.stop = Status::converged};
    is_done_ = true;
    q_ = q_tilde_;
    if (formula_ != StepFormula::symplectic_euler) return {};
    Positions<double> gradient = Positions<double>::Zero(3, q_.cols());
    for (Index tet = 0; tet < tet_count(); ++tet) {
      const Matrix3d F = deformation_gradient(q_tilde_, tet);
      add_transposed(tet, k * volumes_[tet] * (F - rotation(F)), gradient);
    }
    q_ -= gradient * inertia_.cwiseInverse().asDiagonal();
    return {};
  }

 private:
  StepFormula formula_;
  bool is_done_ = false;
};

}  // namespace

std::unique_ptr<Solver<double>> make_with_new_matrix(const Case& which) {
  if (which.solver == "xpbd_global") return std::make_unique<XpbdGlobal>();
  if (which.solver == "kkt") return std::make_unique<Kkt>();
  if (which.formula == StepFormula::linear_implicit_euler) return make_descent("linear_implicit_euler");
  return std::make_unique<Formula>(which.formula);
}

}  // namespace simbench::benchmarks::plain
