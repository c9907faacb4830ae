// Runs solvers, by type or by their name in the registry.
#pragma once

#include <catch2/catch.hpp>
#include <string_view>

#include "config/writer.h"
#include "solver/admm.h"
#include "solver/newton.h"
#include "solver/projective_dynamics.h"
#include "solver/quasi_newton.h"
#include "solver/registry.h"
#include "solver/xpbd.h"
#include "solver/xpbd_global.h"

namespace simbench::test {

inline std::unique_ptr<Solver<double>> registered_solver(std::string_view name,
                                                         Precision precision = Precision::double_precision) {
  const SolverEntry* entry = find_solver(name);
  REQUIRE(entry != nullptr);
  return entry->make(*entry->default_settings(), precision);
}

inline bool takes(const SolverEntry& entry, const Potentials<double>& potentials) {
  return !entry.evaluates_formulas && !entry.declines(potentials, *entry.default_settings());
}

// Those that iterate: all but the one that evaluates integrators' formulas.
inline std::vector<SolverEntry> iterating_solvers() {
  std::vector<SolverEntry> result = solvers();
  std::erase_if(result, [](const SolverEntry& entry) { return entry.evaluates_formulas; });
  return result;
}

// Their matrix is another one in every iteration.
inline bool factorises_each_iteration(const SolverEntry& entry) {
  return entry.name == "newton" || entry.name == "xpbd_global" || entry.name == "kkt";
}

// Full Gauss–Newton steps on scalar constraints are no contraction: they enlarge any difference, and need not end in a minimum.
inline bool takes_full_steps(const SolverEntry& entry) {
  return entry.name == "xpbd_global" || entry.name == "kkt";
}

// Those that end in the minimum of a convex objective: PBD and XPBD end in other points.
inline std::vector<SolverEntry> minimising_solvers() {
  std::vector<SolverEntry> result = iterating_solvers();
  std::erase_if(result, [](const SolverEntry& entry) {
    return entry.name == "pbd" || entry.name == "xpbd" || takes_full_steps(entry);
  });
  return result;
}

inline ProjectiveDynamics<double> projective_dynamics(GlobalStep global_step = GlobalStep::positions) {
  ProjectiveDynamicsSettings settings;
  settings.global_step = global_step;
  return ProjectiveDynamics<double>(settings);
}

inline Admm<double> admm(double weight_factor) {
  AdmmSettings settings;
  settings.weight_rule = WeightRule::factor;
  settings.weight_factor = weight_factor;
  return Admm<double>(settings);
}

inline QuasiNewton<double> quasi_newton(int history) {
  QuasiNewtonSettings settings;
  settings.history = history;
  return QuasiNewton<double>(settings);
}

// Every way in which L-BFGS can go without its parts.
inline std::vector<QuasiNewtonSettings> quasi_newton_variants() {
  std::vector<QuasiNewtonSettings> variants;
  for (const int history : {0, 5}) {
    for (const LineSearch line_search :
         {LineSearch::backtracking, LineSearch::none, LineSearch::strong_wolfe}) {
      for (const InitialMatrix initial_matrix : {InitialMatrix::stiffness, InitialMatrix::scaled_identity}) {
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

// begin_step and at most `iterations` iterations; fewer where the solver says that it has finished.
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
