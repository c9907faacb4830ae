// The baseline of rigid bodies: the same iterations with Eigen's small matrices, one joint or body after the
// other.
#pragma once

#include "rigid_boxes.h"

namespace simbench::benchmarks::rigid_chain {

// For a chain of ball joints: gs, sor (with ξ = 1.2), xpbd, jacobi (with means), si, vbd, or avbd (with s =
// 1). nullptr for other solvers.
std::unique_ptr<rigid::Solver> make_chain_baseline(std::string_view solver);
// gs for constraints of any type. It takes errors and derivatives from our formulas.
std::unique_ptr<rigid::Solver> make_joint_baseline();

// Throws if poses differ after five iterations.
void require_same(std::string_view name, rigid::Solver& ours, rigid::Solver& plain,
                  const StepProblem& problem);

}  // namespace simbench::benchmarks::rigid_chain
