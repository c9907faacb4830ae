// The measured cases: one implicit Euler step of untwisting beams of growing size and of a net of springs,
// and the solvers that do it.
#pragma once

#include <string_view>
#include <vector>

#include "deformable/solvers/registry.h"
#include "mesh/structured_beam.h"

namespace simbench::benchmarks {

struct Beam {
  std::string_view name;
  BeamShape shape;       // for the net, only the cells are used
  double total_degrees;  // twist of the start state
};
// N is a net of springs instead of a beam (spring_net.h).
const std::vector<Beam>& beams();

enum class Law { strain, stable_neo_hookean, springs };
inline constexpr double strain_stiffness = 1e8;  // k [Pa]
// At rest, k/2 ‖F − R‖² is Hooke's law with E = k and ν = 0. Stable Neo-Hookean has the same E and is nearly
// incompressible.
inline constexpr double youngs_modulus = 1e8, poisson_ratio = 0.45;

struct Case {
  std::string_view name;    // name on the command line
  std::string_view solver;  // name in the registry
  Law law;
  std::string_view settings;  // of the solver, as JSON
  StepFormula formula = StepFormula::none;
  // A solver of the registry, with default settings, whose iteration is part of this one's: the map that an
  // acceleration combines with earlier iterates, or a close relative. It takes turns with this solver, which
  // then has no baseline.
  std::string_view compared_with = {};
};
const std::vector<Case>& cases();
// The law of springs needs the net, and all other laws need a beam.
bool can_measure(const Case& which, const Beam& beam);

// For beams: ρ = 1000 kg/m³, h = 1e-2 s, free ends, no gravity. q_n = q̃ is the rest shape with the
// cross-section at s turned by total · (s/L − ½) about the beam's axis.
IncrementalPotential<double> step_problem(const Beam& beam, const Case& which);

std::unique_ptr<Solver<double>> make_solver(const Case& which, Precision precision);
std::unique_ptr<Solver<double>> make_compared(const Case& which, Precision precision);

}  // namespace simbench::benchmarks
