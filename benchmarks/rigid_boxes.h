// Chains of rigid boxes for benchmarks.
#pragma once

#include <functional>
#include <memory>

#include "race.h"
#include "rigid/solvers/registry.h"

namespace simbench::benchmarks::rigid_chain {

using namespace rigid;

constexpr int boxes = 10000;

// Adds the constraints between the bodies k − 1 and k.
using AddJoint = std::function<void(StepProblem&, int)>;

// Boxes on a wavy line with various orientations, as in the scene chain_bent. `wave` is the height of the
// wave, 1 for that of the scene.
StepProblem chain_of(const AddJoint& add, double wave = 1);

template <class Constraint>
void join(StepProblem& problem, int k, Constraint constraint) {
  constraint.bodies = {k - 1, k};
  problem.constraints.push_back(constraint);
}
// Joins points at these distances from the centres.
template <class Constraint>
void join_points(StepProblem& problem, int k, Constraint constraint, double arm) {
  constraint.points = {Vector3<double>(arm, 0, 0), Vector3<double>(-arm, 0, 0)};
  join(problem, k, constraint);
}
void ball_joint(StepProblem& problem, int k);

using MakeSolver = std::function<std::unique_ptr<rigid::Solver>()>;
Contestant contestant(std::string name, const MakeSolver& make, const StepProblem& problem);

}  // namespace simbench::benchmarks::rigid_chain
