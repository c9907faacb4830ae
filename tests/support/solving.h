// Runs solvers by type or by name.
#pragma once

#include <catch2/catch.hpp>
#include <string_view>

#include "config/writer.h"
#include "deformable/solvers/admm.h"
#include "deformable/solvers/newton.h"
#include "deformable/solvers/pbd.h"
#include "deformable/solvers/projective_dynamics.h"
#include "deformable/solvers/quasi_newton.h"
#include "deformable/solvers/registry.h"
#include "deformable/solvers/xpbd.h"
#include "deformable/solvers/xpbd_global.h"

namespace simbench::test {

inline std::unique_ptr<Solver<double>> registered_solver(std::string_view name,
                                                         Precision precision = Precision::double_precision) {
  const SolverEntry* entry = find_solver(name);
  REQUIRE(entry != nullptr);
  return entry->make(*entry->default_settings(), precision);
}

inline bool takes(const SolverEntry& entry, const Potentials<double>& potentials) {
  return !entry.traits.evaluates_formulas && !entry.declines(potentials, *entry.default_settings());
}

// The solvers that iterate: all except the one that evaluates integrators' formulas.
inline std::vector<SolverEntry> iterating_solvers() {
  std::vector<SolverEntry> result = solvers();
  std::erase_if(result, [](const SolverEntry& entry) { return entry.traits.evaluates_formulas; });
  return result;
}

// The solvers that converge to the minimum of a convex objective.
inline std::vector<SolverEntry> minimising_solvers() {
  std::vector<SolverEntry> result = iterating_solvers();
  std::erase_if(result, [](const SolverEntry& entry) { return !entry.traits.minimises; });
  return result;
}

inline ProjectiveDynamics<double> projective_dynamics(GlobalStep global_step = GlobalStep::positions) {
  ProjectiveDynamicsSettings settings;
  settings.global_step = global_step;
  return ProjectiveDynamics<double>(settings);
}

inline Admm<double> admm(double weight_factor) {
  AdmmSettings settings;
  settings.weight = FixedFactor{weight_factor};
  return Admm<double>(settings);
}

inline QuasiNewton<double> quasi_newton(int history) {
  QuasiNewtonSettings settings;
  settings.history = history;
  return QuasiNewton<double>(settings);
}

// Whether rounding errors grow from one iteration of a quasi-Newton method to the next with this first
// matrix.
inline bool is_ill_conditioned(DescentMetric matrix) {
  return matrix == DescentMetric::mass || matrix == DescentMetric::hessian;
}

// All settings of L-BFGS that leave out some of its parts.
inline std::vector<QuasiNewtonSettings> quasi_newton_variants() {
  std::vector<QuasiNewtonSettings> variants;
  for (const int history : {0, 5}) {
    for (const LineSearch line_search :
         {LineSearch::backtracking, LineSearch::none, LineSearch::strong_wolfe}) {
      for (const DescentMetric initial_matrix : {DescentMetric::stiffness, DescentMetric::identity}) {
        QuasiNewtonSettings& settings = variants.emplace_back();
        settings.history = history;
        settings.line_search = line_search;
        settings.initial_matrix = initial_matrix;
      }
    }
  }
  return variants;
}

inline std::string text_of(QuasiNewtonSettings settings) {
  return config::write([&](config::Fields& fields) { settings.describe(fields); }).dump();
}

// Calls begin_step(), then iterate() at most `iterations` times. Stops earlier if the solver reports a stop.
inline Positions<double> run(Solver<double>& solver, const IncrementalPotential<double>& problem,
                             int iterations) {
  REQUIRE_FALSE(solver.begin_step(problem));
  for (int i = 0; i < iterations; ++i) {
    if (solver.iterate().stop) break;
  }
  return solver.positions();
}

// Largest difference of any coordinate [m].
inline double distance(const Positions<double>& a, const Positions<double>& b) {
  return (a - b).cwiseAbs().maxCoeff();
}

}  // namespace simbench::test
