#include "rigid_chain.h"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <memory>

#include "race.h"
#include "rigid/bodies/inertial_term.h"
#include "rigid/problem/objective.h"
#include "rigid/solvers/registry.h"

namespace simbench::benchmarks {

namespace rigid_chain {

using namespace rigid;
using Json = nlohmann::json;
constexpr int bodies = 10000;

// Boxes on a wavy line with various orientations, as in the scene chain_bent.
StepProblem<double> bent_chain() {
  StepProblem<double> problem;
  problem.time_step = 1;
  const Vector3<double> edges(1, 0.2, 0.2);
  for (int k = 0; k < bodies; ++k) {
    rigid::Pose<double> pose;
    pose.position << k + 0.5, 0, 0;
    pose.position += 0.02 * Vector3<double>(std::sin(1.7 * k), std::cos(2.3 * k), std::sin(0.9 * k + 1));
    pose.orientation =
        exponential<double>(0.1 * Vector3<double>(std::sin(k), std::cos(1.3 * k), std::sin(2.1 * k)));
    problem.predicted.push_back(pose);
    problem.inertias.push_back({1, box_inertia(1, edges).cwiseInverse()});
    if (k == 0) continue;
    Point<double> joint;
    joint.bodies = {k - 1, k};
    joint.points = {Vector3<double>(0.5, 0, 0), Vector3<double>(-0.5, 0, 0)};
    problem.constraints.push_back(joint);
  }
  problem.previous = problem.predicted;
  problem.velocities.resize(bodies);
  return problem;
}

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
    for (int body = 0; body < bodies; ++body) {
      Eigen::Matrix<double, 6, 1> gradient =
          inertial_gradient(problem_->inertias[body], poses_[body], problem_->predicted[body]);
      Eigen::Matrix<double, 6, 6> H = mass_matrix(problem_->inertias[body], poses_[body].orientation);
      for (const int k : {body - 1, body}) {
        if (k < 0 || k + 1 >= bodies) continue;
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
    for (int k = 0; k + 1 < bodies; ++k)
      multipliers_.segment<3>(3 * k) -= joints()[k].linearise(poses_).error;
    return {};
  }
};

using MakeSolver = std::function<std::unique_ptr<rigid::Solver<double>>()>;

Contestant contestant(std::string name, const MakeSolver& make, const StepProblem<double>& problem) {
  const auto solver = std::make_shared<std::unique_ptr<rigid::Solver<double>>>();
  return {.name = std::move(name),
          .begin =
              [=, &problem] {
                *solver = make();
                (*solver)->begin_step(problem);
              },
          .iterate = [solver] { return !(*solver)->iterate().stop; }};
}

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

double shortest_ms(const std::vector<double>& seconds) {
  return 1e3 * *std::ranges::min_element(seconds);
}

}  // namespace rigid_chain

nlohmann::json measure_rigid_chain(double seconds) {
  using namespace rigid_chain;
  const StepProblem<double> problem = bent_chain();
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
                      {"tets", bodies - 1},
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
