// Tests states that no body should be in: collapsed to a plane, a line or a point, turned inside out, or with
// coincident vertices. From each of them a solver must end with a status, and positions that it reports as
// good must be finite.
#include <functional>

#include "tests/support/beam_problem.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

namespace {

struct Degeneracy {
  const char* name;
  std::function<void(Positions<double>&)> impose;
};

Matrix3<double> scaling(double x, double y, double z) {
  return Vector3<double>(x, y, z).asDiagonal();
}

std::vector<Degeneracy> degenerate_states() {
  const auto mapped = [](const Matrix3<double>& map) {
    return [map](Positions<double>& q) { q = (map * q).eval(); };
  };
  return {
      {"plane", mapped(scaling(1, 1, 0))},
      {"oblique plane", mapped(Matrix3<double>::Identity() - Matrix3<double>::Constant(1.0 / 3))},
      {"line", mapped(scaling(1, 0, 0))},
      {"point", mapped(scaling(0, 0, 0))},
      {"far point", [](Positions<double>& q) { q.colwise() = Vector3<double>(1e6, -1e6, 1e6); }},
      {"inside out", mapped(scaling(-1, 1, 1))},
      {"almost flat", mapped(scaling(1, 1, 1e-300))},
      {"one vertex in the place of another", [](Positions<double>& q) { q.col(1) = q.col(0); }},
      {"one vertex through its tets", [](Positions<double>& q) { q.col(q.cols() / 2) *= -3; }},
      {"all vertices in two places",
       [](Positions<double>& q) {
         for (Index i = 0; i < q.cols(); ++i) q.col(i) = q.col(i % 2).eval();
       }},
      {"scaled by 1e100", mapped(scaling(1e100, 1e100, 1e100))},
  };
}

}  // namespace

TEST_CASE("From a degenerate state every solver ends with a status, and with finite positions or a failure") {
  BeamSettings settings;
  settings.cells = {3, 1, 1};
  settings.law = any_law();
  settings.stiffness = 1e6;
  settings.twist_degrees = 0;
  settings.anchored = GENERATE(false, true);
  const auto precision = GENERATE(Precision::double_precision, Precision::single_precision);
  for (const Degeneracy& state : degenerate_states()) {
    IncrementalPotential<double> problem = twisted_beam(settings);
    state.impose(problem.inertial_positions);
    problem.previous_positions = problem.inertial_positions;
    // Neo-Hookean's energy is infinite where det F ≤ 0, and at a scale of 1e100 all energies overflow.
    const bool has_finite_energy =
        settings.law != "neo_hookean" && std::string_view(state.name) != "scaled by 1e100";
    for (const SolverEntry& entry : solvers()) {
      if (!takes(entry, problem.potentials)) continue;
      INFO(state.name << ", " << entry.name << ", " << settings.law << ", anchored " << settings.anchored
                      << ", single " << (precision == Precision::single_precision));
      const auto solver = registered_solver(entry.name, precision);
      if (const std::optional<Failure> failure = solver->begin_step(problem)) {
        CHECK(failure->reason.size() > 10);
        continue;
      }
      std::optional<Failure> end;
      for (int iteration = 0; iteration < 30 && !end; ++iteration) end = solver->iterate().stop;
      const Positions<double> positions = solver->positions();
      const double objective = problem.inertial(positions) + problem.constraint(positions);
      if (!end || is_success(end->status)) {
        if (has_finite_energy && !entry.traits.may_diverge) CHECK(std::isfinite(objective));
      } else {
        // A failure is allowed for a matrix at a kink of corotated_linear, where the Hessian is unbounded, or
        // far away; and for a solver without a guard.
        CHECK((!has_finite_energy || (entry.traits.may_diverge && end == Status::diverged) ||
               (!entry.traits.has_constant_matrix && (end == Status::not_spd || end == Status::not_finite))));
      }
      if (end == Status::converged) CHECK(std::isfinite(objective));
    }
  }
}

TEST_CASE("A collapsed body regains its volume: qn and Newton minimise from any start") {
  BeamSettings settings;
  settings.cells = {3, 1, 1};
  settings.stiffness = 1e8;
  settings.twist_degrees = 0;
  settings.time_step = 1;
  for (const char* name : {"newton", "qn"}) {
    for (const Degeneracy& state : degenerate_states()) {
      if (std::string_view(state.name) == "scaled by 1e100") continue;
      INFO(name << ", " << state.name);
      IncrementalPotential<double> problem = twisted_beam(settings);
      state.impose(problem.inertial_positions);
      const double before = problem.constraint(problem.inertial_positions);
      const Positions<double> after = run(*registered_solver(name), problem, 30);
      CHECK(problem.constraint(after) < before / 2);
    }
  }
}
