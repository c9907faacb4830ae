#include "rigid_boxes.h"

namespace simbench::benchmarks::rigid_chain {

StepProblem chain_of(const AddJoint& add, double wave) {
  StepProblem problem;
  problem.time_step = 1;
  const Vector3<double> edges(1, 0.2, 0.2);
  for (int k = 0; k < boxes; ++k) {
    rigid::Pose pose;
    pose.position << k + 0.5, 0, 0;
    pose.position +=
        0.02 * wave * Vector3<double>(std::sin(1.7 * k), std::cos(2.3 * k), std::sin(0.9 * k + 1));
    pose.orientation =
        exponential(0.1 * wave * Vector3<double>(std::sin(k), std::cos(1.3 * k), std::sin(2.1 * k)));
    problem.predicted.push_back(pose);
    problem.inertias.push_back({1, box_inertia(1, edges).cwiseInverse()});
    if (k > 0) add(problem, k);
  }
  problem.previous = problem.predicted;
  problem.velocities.resize(boxes);
  problem.predicted_velocities.resize(boxes);
  return problem;
}

void ball_joint(StepProblem& problem, int k) {
  join_points(problem, k, Point(), 0.5);
}

Contestant contestant(std::string name, const MakeSolver& make, const StepProblem& problem) {
  const auto solver = std::make_shared<std::unique_ptr<rigid::Solver>>();
  return {.name = std::move(name),
          .begin =
              [=, &problem] {
                *solver = make();
                (*solver)->begin_step(problem);
              },
          .iterate = [solver] { return !(*solver)->iterate().stop; }};
}

}  // namespace simbench::benchmarks::rigid_chain
