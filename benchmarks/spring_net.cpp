#include "spring_net.h"

#include <Eigen/SparseCholesky>
#include <numbers>

#include "deformable/energy/elements.h"
#include "deformable/energy/pair_stencil.h"
#include "deformable/energy/unit_spring.h"

namespace simbench::benchmarks {

namespace {

struct Spring {
  int a, b;
  double length;  // at rest [m]
};

class Net : public Solver<double> {
 public:
  std::optional<Failure> begin_step(const IncrementalPotential<double>& problem) override {
    q_ = q_tilde_ = problem.inertial_positions;
    inertia_ = problem.inertia_weights();
    std::vector<std::span<const int>> elements;
    problem.potentials.front()->append_elements(elements);
    springs_.clear();
    for (const std::span<const int> ends : elements) {
      const auto& rest = problem.mesh->rest_positions;
      springs_.push_back({ends[0], ends[1], (rest.col(ends[1]) - rest.col(ends[0])).norm()});
    }
    return {};
  }
  const Positions<double>& positions() const override { return q_; }

 protected:
  std::vector<Spring> springs_;
  Positions<double> q_, q_tilde_;
  VectorX<double> inertia_;  // M/h²
};

// Macklin et al. 2016 with C = l − L. It uses M/h² instead of M, and therefore α instead of α̃.
class NetXpbd final : public Net {
 public:
  std::optional<Failure> begin_step(const IncrementalPotential<double>& problem) override {
    Net::begin_step(problem);
    lambda_.setZero(static_cast<Index>(springs_.size()));
    return {};
  }
  IterationReport iterate() override {
    const double alpha = 1 / spring_stiffness;
    for (std::size_t i = 0; i < springs_.size(); ++i) {
      const auto [a, b, rest] = springs_[i];
      const Vector3<double> difference = q_.col(b) - q_.col(a);
      const double length = difference.norm(), wa = 1 / inertia_[a], wb = 1 / inertia_[b];
      const double change = (rest - length - alpha * lambda_[i]) / (wa + wb + alpha);
      lambda_[i] += change;
      q_.col(b) += wb * change / length * difference;
      q_.col(a) -= wa * change / length * difference;
    }
    return {};
  }

 private:
  VectorX<double> lambda_;
};

// Liu et al. 2013: each spring computes its direction, then one linear system is solved.
class NetProjectiveDynamics final : public Net {
 public:
  std::optional<Failure> begin_step(const IncrementalPotential<double>& problem) override {
    Net::begin_step(problem);
    std::vector<Eigen::Triplet<double>> entries;
    for (int i = 0; i < q_.cols(); ++i) entries.emplace_back(i, i, inertia_[i]);
    for (const auto& [a, b, rest] : springs_) {
      for (const int end : {a, b}) entries.emplace_back(end, end, spring_stiffness);
      entries.emplace_back(a, b, -spring_stiffness);
      entries.emplace_back(b, a, -spring_stiffness);
    }
    Eigen::SparseMatrix<double> matrix(q_.cols(), q_.cols());
    matrix.setFromTriplets(entries.begin(), entries.end());
    ldlt_.compute(matrix);
    return {};
  }
  IterationReport iterate() override {
    Positions<double> right_hand_side = q_tilde_ * inertia_.asDiagonal();
    for (const auto& [a, b, rest] : springs_) {
      const Vector3<double> force = spring_stiffness * rest * (q_.col(b) - q_.col(a)).normalized();
      right_hand_side.col(b) += force;
      right_hand_side.col(a) -= force;
    }
    const Eigen::Matrix<double, Eigen::Dynamic, 3> B = right_hand_side.transpose();
    q_ = ldlt_.solve(B).transpose();
    return {};
  }

 private:
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> ldlt_;
};

}  // namespace

IncrementalPotential<double> spring_net(int cells) {
  const int side = cells + 1;
  const double edge = 0.01, diagonal = edge * std::numbers::sqrt2;
  const auto mesh = std::make_shared<TetMesh>();
  mesh->rest_positions.resize(3, side * side);
  Positions<double> start = mesh->rest_positions;
  std::vector<std::array<int, 2>> pairs;
  std::vector<double> lengths;
  for (int row = 0; row < side; ++row) {
    for (int column = 0; column < side; ++column) {
      const int i = row * side + column;
      mesh->rest_positions.col(i) << edge * column, edge * row, 0;
      start.col(i) << 1.1 * edge * column, edge * row, edge * std::sin(0.3 * column) * std::cos(0.2 * row);
      const auto connect = [&](bool exists, int other, double length) {
        if (!exists) return;
        pairs.push_back({i, other});
        lengths.push_back(length);
      };
      connect(column < cells, i + 1, edge);
      connect(row < cells, i + side, edge);
      connect(column < cells && row < cells, i + side + 1, diagonal);
      connect(column > 0 && row < cells, i + side - 1, diagonal);
    }
  }
  IncrementalPotential<double> problem;
  problem.mesh = mesh;
  problem.masses = VectorX<double>::Constant(side * side, 1e-3);
  problem.time_step = 1e-2;
  problem.previous_positions = problem.inertial_positions = start;
  problem.potentials = {std::make_shared<Elements<PairStencil, UnitSpring, double>>(
      PairStencil(std::move(pairs), Eigen::Map<VectorX<double>>(lengths.data(), lengths.size())),
      SpringParameters{spring_stiffness})};
  return problem;
}

std::unique_ptr<Solver<double>> make_net_baseline(std::string_view solver) {
  if (solver == "pd") return std::make_unique<NetProjectiveDynamics>();
  return std::make_unique<NetXpbd>();
}

}  // namespace simbench::benchmarks
