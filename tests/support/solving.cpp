#include "tests/support/solving.h"

#include <catch2/catch.hpp>

#include "config/reader.h"
#include "config/writer.h"

namespace simbench::test {

std::unique_ptr<Solver<double>> registered_solver(std::string_view name, Precision precision) {
  const SolverEntry* entry = find_solver(name);
  REQUIRE(entry != nullptr);
  return entry->make(*entry->default_settings(), precision);
}

std::unique_ptr<Solver<double>> solver_of(std::string_view name, const std::string& settings,
                                          Precision precision) {
  const SolverEntry* entry = find_solver(name);
  REQUIRE(entry != nullptr);
  const auto chosen = entry->default_settings();
  config::read(config::Document::parse(settings, "settings.json"),
               [&](config::Fields& fields) { chosen->describe(fields); });
  return entry->make(*chosen, precision);
}

bool takes(const SolverEntry& entry, const Potentials<double>& potentials) {
  return !entry.traits.evaluates_formulas && !entry.declines(potentials, *entry.default_settings());
}

std::vector<SolverEntry> iterating_solvers() {
  std::vector<SolverEntry> result = solvers();
  std::erase_if(result, [](const SolverEntry& entry) { return entry.traits.evaluates_formulas; });
  return result;
}

std::vector<SolverEntry> minimising_solvers() {
  std::vector<SolverEntry> result = iterating_solvers();
  std::erase_if(result, [](const SolverEntry& entry) { return !entry.traits.minimises; });
  return result;
}

ProjectiveDynamics<double> projective_dynamics(GlobalStep global_step) {
  ProjectiveDynamicsSettings settings;
  settings.global_step = global_step;
  return ProjectiveDynamics<double>(settings);
}

Admm<double> admm(double weight_factor) {
  AdmmSettings settings;
  settings.weight = FixedFactor{weight_factor};
  return Admm<double>(settings);
}

QuasiNewton<double> quasi_newton(int history) {
  QuasiNewtonSettings settings;
  settings.history = history;
  return QuasiNewton<double>(settings);
}

bool is_ill_conditioned(DescentMetric matrix) {
  return matrix == DescentMetric::mass || matrix == DescentMetric::hessian;
}

std::vector<QuasiNewtonSettings> quasi_newton_variants() {
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

std::string text_of(QuasiNewtonSettings settings) {
  return config::write([&](config::Fields& fields) { settings.describe(fields); }).dump();
}

Positions<double> run(Solver<double>& solver, const IncrementalPotential<double>& problem, int iterations) {
  REQUIRE_FALSE(solver.begin_step(problem));
  for (int i = 0; i < iterations; ++i) {
    if (solver.iterate().stop) break;
  }
  return solver.positions();
}

Positions<double> run_to(Solver<double>& solver, const IncrementalPotential<double>& problem,
                         const Positions<double>& goal, double tolerance, int iterations) {
  REQUIRE_FALSE(solver.begin_step(problem));
  for (int i = 0; i < iterations && distance(solver.positions(), goal) >= tolerance; ++i) {
    if (solver.iterate().stop) break;
  }
  return solver.positions();
}

double depth_at_rest(Solver<double>& solver, IncrementalPotential<double> problem, int iterations) {
  const double h = problem.time_step;
  Positions<double> q = problem.inertial_positions, velocities = Positions<double>::Zero(3, q.cols());
  for (int step = 0; step < 20000; ++step) {
    problem.previous_positions = q;
    problem.inertial_positions = q + h * velocities;
    problem.inertial_positions.row(2).array() -= h * h * 9.81;
    q = run(solver, problem, iterations);
    velocities = (q - problem.previous_positions) / h;
  }
  return -q(2, 0);
}

double distance(const Positions<double>& a, const Positions<double>& b) {
  return (a - b).cwiseAbs().maxCoeff();
}

}  // namespace simbench::test
