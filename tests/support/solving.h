// Runs solvers by type or by name.
#pragma once

#include <string_view>

#include "deformable/solvers/admm.h"
#include "deformable/solvers/newton.h"
#include "deformable/solvers/pbd.h"
#include "deformable/solvers/projective_dynamics.h"
#include "deformable/solvers/quasi_newton.h"
#include "deformable/solvers/registry.h"
#include "deformable/solvers/xpbd.h"
#include "deformable/solvers/xpbd_global.h"

namespace simbench::test {

std::unique_ptr<Solver<double>> registered_solver(std::string_view name,
                                                  Precision precision = Precision::double_precision);

// With settings as a scene gives them.
std::unique_ptr<Solver<double>> solver_of(std::string_view name, const std::string& settings,
                                          Precision precision = Precision::double_precision);

bool takes(const SolverEntry& entry, const Potentials<double>& potentials);

// The solvers that iterate: all except the one that evaluates integrators' formulas.
std::vector<SolverEntry> iterating_solvers();

// The solvers that converge to the minimum of a convex objective.
std::vector<SolverEntry> minimising_solvers();

ProjectiveDynamics<double> projective_dynamics(GlobalStep global_step = GlobalStep::positions);

Admm<double> admm(double weight_factor);

QuasiNewton<double> quasi_newton(int history);

// Whether rounding errors grow from one iteration of a quasi-Newton method to the next with this first
// matrix.
bool is_ill_conditioned(DescentMetric matrix);

// All settings of L-BFGS that leave out some of its parts.
std::vector<QuasiNewtonSettings> quasi_newton_variants();

std::string text_of(QuasiNewtonSettings settings);

// Calls begin_step(), then iterate() at most `iterations` times. Stops earlier if the solver reports a stop.
Positions<double> run(Solver<double>& solver, const IncrementalPotential<double>& problem, int iterations);

// As run(), but also stops when each coordinate is within `tolerance` [m] of `goal`.
Positions<double> run_to(Solver<double>& solver, const IncrementalPotential<double>& problem,
                         const Positions<double>& goal, double tolerance, int iterations);

// How deep [m] the vertices of the first column hang after 20000 time steps with `iterations` each under
// gravity, from rest at the origin.
double depth_at_rest(Solver<double>& solver, IncrementalPotential<double> problem, int iterations);

// Largest difference of any coordinate [m].
double distance(const Positions<double>& a, const Positions<double>& b);

}  // namespace simbench::test
