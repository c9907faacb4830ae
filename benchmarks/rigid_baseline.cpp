#include "rigid_baseline.h"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include "rigid/bodies/inertial_term.h"
#include "rigid/problem/objective.h"

namespace simbench::benchmarks::rigid_chain {

namespace {

class PlainSolver : public rigid::Solver {
 public:
  std::optional<Failure> begin_step(const StepProblem& problem) override {
    start_at(problem);
    return {};
  }

 protected:
  const std::vector<Point>& joints() const {
    return std::get<std::vector<Point>>(problem_->constraints.runs.front());
  }
  double inverse_mass(int body) const { return problem_->inertias[body].inverse_mass; }
  Matrix3<double> inverse_inertia(int body, const Poses& poses) const {
    const Matrix3<double> R = poses[body].orientation.toRotationMatrix();
    return R * problem_->inertias[body].inverse_principal.asDiagonal() * R.transpose();
  }

  // A ball joint at these poses: its error, and what its force does to both bodies.
  struct Joint {
    Vector3<double> ri, rj, error;
    Matrix3<double> inverse_i, inverse_j, K;  // of the inertias, and of the effective mass
  };
  Joint at(const Point& joint, const Poses& poses) const {
    const auto [i, j] = joint.bodies;
    Joint result;
    result.ri = poses[i].orientation * joint.points[0];
    result.rj = poses[j].orientation * joint.points[1];
    result.error = poses[i].position + result.ri - poses[j].position - result.rj;
    result.inverse_i = inverse_inertia(i, poses);
    result.inverse_j = inverse_inertia(j, poses);
    const Matrix3<double> left = cross_matrix(result.ri), right = cross_matrix(result.rj);
    result.K = -left * result.inverse_i * left - right * result.inverse_j * right;
    result.K.diagonal().array() += inverse_mass(i) + inverse_mass(j);
    return result;
  }
  std::array<Displacement, 2> displacements(const Point& joint, const Joint& at,
                                            const Vector3<double>& change) const {
    return {Displacement{inverse_mass(joint.bodies[0]) * change, at.inverse_i * at.ri.cross(change)},
            Displacement{-inverse_mass(joint.bodies[1]) * change, -at.inverse_j * at.rj.cross(change)}};
  }
};

class PlainGaussSeidel final : public PlainSolver {
 public:
  PlainGaussSeidel(double relaxation, bool has_compliance)
      : relaxation_(relaxation), has_compliance_(has_compliance) {}

  IterationReport iterate() override {
    Index row = 0;
    for (const Point& joint : joints()) {
      Joint now = at(joint, poses_);
      const double alpha = has_compliance_ ? problem_->scaled(joint.compliance) : 0;
      now.K.diagonal().array() += alpha;
      const Vector3<double> change =
          -relaxation_ * (now.K.inverse() * (now.error + alpha * multipliers_.segment<3>(row)));
      multipliers_.segment<3>(row) += change;
      const auto moves = displacements(joint, now, change);
      for (int b = 0; b < 2; ++b) move(poses_[joint.bodies[b]], moves[b]);
      row += 3;
    }
    return {};
  }

 private:
  double relaxation_;
  bool has_compliance_;
};

// Every body moves by the mean of the corrections of its joints.
class PlainJacobi final : public PlainSolver {
 public:
  IterationReport iterate() override {
    std::vector<Displacement> sums(boxes);
    for (const Point& joint : joints()) {
      const Joint now = at(joint, poses_);
      const auto moves = displacements(joint, now, -(now.K.inverse() * now.error));
      for (int b = 0; b < 2; ++b) {
        sums[joint.bodies[b]].linear += moves[b].linear;
        sums[joint.bodies[b]].angular += moves[b].angular;
      }
    }
    for (int body = 0; body < boxes; ++body) {
      const double count = body == 0 || body == boxes - 1 ? 1 : 2;
      move(poses_[body], {sums[body].linear / count, sums[body].angular / count});
    }
    return {};
  }
};

// Sequential impulses with β = 0.2: everything but the displacements is taken at X_n.
class PlainImpulses final : public PlainSolver {
 public:
  std::optional<Failure> begin_step(const StepProblem& problem) override {
    start_at(problem);
    moves_.assign(boxes, {});
    return {};
  }
  IterationReport iterate() override {
    for (const Point& joint : joints()) {
      const Joint start = at(joint, problem_->previous);
      Displacement &i = moves_[joint.bodies[0]], &j = moves_[joint.bodies[1]];
      const Vector3<double> error =
          0.2 * start.error + i.linear + i.angular.cross(start.ri) - j.linear - j.angular.cross(start.rj);
      const auto moves = displacements(joint, start, -(start.K.inverse() * error));
      i = {i.linear + moves[0].linear, i.angular + moves[0].angular};
      j = {j.linear + moves[1].linear, j.angular + moves[1].angular};
    }
    poses_ = problem_->previous;
    for (int body = 0; body < boxes; ++body) move(poses_[body], moves_[body]);
    return {};
  }

 private:
  std::vector<Displacement> moves_;
};

// AVBD with the penalty s = 1, or VBD, whose penalty is 1/α̃ and which has no multipliers.
class PlainBodyDescent final : public PlainSolver {
 public:
  explicit PlainBodyDescent(bool has_multipliers) : has_multipliers_(has_multipliers) {}

  IterationReport iterate() override {
    const double s = has_multipliers_ ? 1 : 1 / problem_->scaled(joints().front().compliance);
    for (int body = 0; body < boxes; ++body) {
      Eigen::Matrix<double, 6, 1> gradient =
          inertial_gradient(problem_->inertias[body], poses_[body], problem_->predicted[body]);
      Eigen::Matrix<double, 6, 6> H = mass_matrix(problem_->inertias[body], poses_[body].orientation);
      for (const int k : {body - 1, body}) {
        if (k < 0 || k + 1 >= boxes) continue;
        const int place = k == body ? 0 : 1;
        const auto linear = joints()[k].linearise(poses_);
        Eigen::Matrix<double, 3, 6> J;
        J << linear.linear[place], linear.angular[place];
        gradient -= J.transpose() * (multipliers_.segment<3>(3 * k) - s * linear.error);
        H += s * J.transpose() * J;
      }
      const Eigen::Matrix<double, 6, 1> step = H.llt().solve(gradient);
      move(poses_[body], {-step.head<3>(), -step.tail<3>()});
    }
    for (int k = 0; has_multipliers_ && k + 1 < boxes; ++k)
      multipliers_.segment<3>(3 * k) -= joints()[k].linearise(poses_).error;
    return {};
  }

 private:
  bool has_multipliers_;
};

class PlainJoints final : public PlainSolver {
 public:
  IterationReport iterate() override {
    problem_->constraints.for_each_linearised(
        poses_, [&]<class Constraint>(const Constraint& constraint, const auto& linear, Index row) {
          constexpr int rows = Constraint::rows;
          if (!linear.has_gradient) return;
          const double alpha = constraint.is_spring ? problem_->scaled(constraint.compliance) : 0;
          Eigen::Matrix<double, rows, rows> K = alpha * Eigen::Matrix<double, rows, rows>::Identity();
          for (int b = 0; b < Constraint::body_count; ++b) {
            const int body = constraint.bodies[b];
            K += inverse_mass(body) * linear.linear[b] * linear.linear[b].transpose() +
                 linear.angular[b] * inverse_inertia(body, poses_) * linear.angular[b].transpose();
          }
          auto multipliers = multipliers_.segment<rows>(row);
          Eigen::Matrix<double, rows, 1> change = -(K.inverse() * (linear.error + alpha * multipliers));
          if constexpr (rows == 1)
            change[0] = constraint.admissible(multipliers[0] + change[0], 1 / K(0, 0)) - multipliers[0];
          multipliers += change;
          for (int b = 0; b < Constraint::body_count; ++b) {
            const int body = constraint.bodies[b];
            move(poses_[body], {inverse_mass(body) * (linear.linear[b].transpose() * change),
                                inverse_inertia(body, poses_) * (linear.angular[b].transpose() * change)});
          }
        });
    return {};
  }
};

}  // namespace

std::unique_ptr<rigid::Solver> make_chain_baseline(std::string_view solver) {
  if (solver == "gs") return std::make_unique<PlainGaussSeidel>(1, false);
  if (solver == "sor") return std::make_unique<PlainGaussSeidel>(1.2, false);
  if (solver == "xpbd") return std::make_unique<PlainGaussSeidel>(1, true);
  if (solver == "jacobi") return std::make_unique<PlainJacobi>();
  if (solver == "si") return std::make_unique<PlainImpulses>();
  if (solver == "vbd" || solver == "avbd") return std::make_unique<PlainBodyDescent>(solver == "avbd");
  return nullptr;
}

std::unique_ptr<rigid::Solver> make_joint_baseline() {
  return std::make_unique<PlainJoints>();
}

void require_same(std::string_view name, rigid::Solver& ours, rigid::Solver& plain,
                  const StepProblem& problem) {
  for (rigid::Solver* solver : {&ours, &plain}) {
    solver->begin_step(problem);
    for (int k = 0; k < 5; ++k) solver->iterate();
  }
  const double off = std::sqrt(half_square_distance(problem, ours.poses(), plain.poses()) /
                               half_square_distance(problem, problem.predicted, plain.poses()));
  if (!(off < 1e-8))
    throw std::runtime_error(fmt::format("{} differs from its baseline by {:.1e}", name, off));
}

}  // namespace simbench::benchmarks::rigid_chain
