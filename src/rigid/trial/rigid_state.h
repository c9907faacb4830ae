// The tables of states of a run: bodies.csv and joints.csv (docs/rigid.md lists the columns).
#pragma once

#include "harness/trial.h"
#include "rigid/solvers/solver.h"

namespace simbench::rigid {

// One row per body except the world, with the state after `step`.
TableRows body_rows(const System& system, const State& state, int step, double time);

// One row per joint of the scene and per contact: the force and the torque on its first body from all of its
// multipliers, friction included, and its errors. Everything is at these poses, the end of the step.
TableRows joint_rows(const System& system, const StepProblem& problem, const Poses& poses,
                     const Solver& solver, int step, double time);

// The table without rows: nothing has acted before the first step.
TableRows no_joint_rows();

}  // namespace simbench::rigid
