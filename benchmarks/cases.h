// What is measured: one implicit Euler step of beams of growing size that untwist, and of a net of springs, and the solvers that take it.
#pragma once

#include <string_view>
#include <vector>

#include "mesh/structured_beam.h"
#include "solver/registry.h"

namespace simbench::benchmarks {

struct Beam {
  std::string_view name;
  BeamShape shape;       // of the net: its cells alone
  double total_degrees;  // of the start's twist
};
// N is no beam, but a net of springs (spring_net.h).
const std::vector<Beam>& beams();

enum class Law { strain, stable_neo_hookean, springs };
inline constexpr double strain_stiffness = 1e8;  // k [Pa]
// k/2 ‖F − R‖² is Hooke's law of E = k and ν = 0 at rest; of the same E, nearly incompressible.
inline constexpr double youngs_modulus = 1e8, poisson_ratio = 0.45;

struct Case {
  std::string_view name;    // on the command line
  std::string_view solver;  // in the registry
  Law law;
  std::string_view settings;  // of the solver, as JSON
  StepFormula formula = StepFormula::none;
};
const std::vector<Case>& cases();
// Springs go with the net, and materials with beams.
bool goes_with(const Case& which, const Beam& beam);

// On beams: ρ = 1000 kg/m³, h = 1e-2 s; q_n = q̃ = the rest shape whose cross-section at s is turned by total · (s/L − ½) about the
// beam's axis; free ends, no gravity.
IncrementalPotential<double> step_problem(const Beam& beam, const Case& which);

std::unique_ptr<Solver<double>> make_solver(const Case& which, Precision precision);

}  // namespace simbench::benchmarks
