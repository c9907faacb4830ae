#include "rigid_chain.h"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <memory>

#include "rigid/bodies/inertial_term.h"
#include "rigid/problem/objective.h"
#include "rigid_boxes.h"

namespace simbench::benchmarks {

namespace rigid_chain {

using namespace rigid;

class PlainSolver : public rigid::Solver<double> {
 public:
  std::optional<Failure> begin_step(const StepProblem<double>& problem) override {
    start_at(problem);
    return {};
  }

 protected:
  const std::vector<Point<double>>& joints() const {
    return std::get<std::vector<Point<double>>>(problem_->constraints.runs.front());
  }
  Matrix3<double> inverse_inertia(int body) const {
    const Matrix3<double> R = poses_[body].orientation.toRotationMatrix();
    return R * problem_->inertias[body].inverse_principal.asDiagonal() * R.transpose();
  }
};

class PlainGaussSeidel final : public PlainSolver {
 public:
  IterationReport iterate() override {
    Index row = 0;
    for (const Point<double>& joint : joints()) {
      const auto [i, j] = joint.bodies;
      rigid::Pose<double>&a = poses_[i], &b = poses_[j];
      const Vector3<double> ri = a.orientation * joint.points[0], rj = b.orientation * joint.points[1];
      const Matrix3<double> inverse_i = inverse_inertia(i), inverse_j = inverse_inertia(j);
      const Matrix3<double> left = cross_matrix(ri), right = cross_matrix(rj);
      Matrix3<double> K = -left * inverse_i * left - right * inverse_j * right;
      K.diagonal().array() += problem_->inertias[i].inverse_mass + problem_->inertias[j].inverse_mass;
      const Vector3<double> change = -K.inverse() * (a.position + ri - b.position - rj);
      multipliers_.segment<3>(row) += change;
      move(a, {problem_->inertias[i].inverse_mass * change, inverse_i * ri.cross(change)});
      move(b, {-problem_->inertias[j].inverse_mass * change, -inverse_j * rj.cross(change)});
      row += 3;
    }
    return {};
  }
};

// With the penalty s = 1.
class PlainAvbd final : public PlainSolver {
 public:
  IterationReport iterate() override {
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
        gradient -= J.transpose() * (multipliers_.segment<3>(3 * k) - linear.error);
        H += J.transpose() * J;
      }
      const Eigen::Matrix<double, 6, 1> step = H.llt().solve(gradient);
      move(poses_[body], {-step.head<3>(), -step.tail<3>()});
    }
    for (int k = 0; k + 1 < boxes; ++k) multipliers_.segment<3>(3 * k) -= joints()[k].linearise(poses_).error;
    return {};
  }
};

void compare(const std::string& name, rigid::Solver<double>& ours, rigid::Solver<double>& plain,
             const StepProblem<double>& problem) {
  for (rigid::Solver<double>* solver : {&ours, &plain}) {
    solver->begin_step(problem);
    for (int k = 0; k < 5; ++k) solver->iterate();
  }
  const double off = std::sqrt(half_square_distance(problem, ours.poses(), plain.poses()) /
                               half_square_distance(problem, problem.predicted, plain.poses()));
  if (!(off < 1e-8))
    throw std::runtime_error(fmt::format("{} differs from its baseline by {:.1e}", name, off));
}

}  // namespace rigid_chain

nlohmann::json measure_rigid_chain(double seconds) {
  using namespace rigid_chain;
  const StepProblem<double> problem = chain_of(ball_joint);
  nlohmann::json rows = nlohmann::json::array();
  const auto measure = [&](const char* name, const rigid_chain::MakeSolver& plain) {
    const rigid::SolverEntry& entry = *rigid::find_solver(name);
    const auto make = [&entry](Precision precision) {
      return entry.make(*entry.default_settings(), precision);
    };
    compare(name, *make(Precision::double_precision), *plain(), problem);
    std::vector<Contestant> contestants = {rigid_chain::contestant("baseline", plain, problem)};
    for (const Precision precision : {Precision::double_precision, Precision::single_precision})
      contestants.push_back(contestant(
          name, [=] { return make(precision); }, problem));
    race(contestants, 10, 3 * seconds);
    for (int k = 1; k < 3; ++k) {
      std::vector<double> sorted = contestants[k].iterations;
      std::ranges::sort(sorted);
      rows.push_back({{"beam", "R"},
                      {"case", name},
                      {"precision", k == 1 ? "double" : "single"},
                      {"threads", 1},
                      {"tets", boxes - 1},
                      {"ms", shortest_ms(contestants[k].iterations)},
                      {"median_ms", 1e3 * sorted[sorted.size() / 2]},
                      {"setup_ms", shortest_ms(contestants[k].setups)},
                      {"baseline_ms", shortest_ms(contestants[0].iterations)}});
    }
  };
  measure("gs", [] { return std::make_unique<PlainGaussSeidel>(); });
  measure("avbd", [] { return std::make_unique<PlainAvbd>(); });
  return rows;
}

}  // namespace simbench::benchmarks
