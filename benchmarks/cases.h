// The problems of the cases: one implicit Euler step of untwisting beams of growing size, of a net of
// springs, of a cloth, and of a body of tets, springs and triangles.
#pragma once

#include <string_view>
#include <vector>

#include "case_list.h"
#include "deformable/solvers/registry.h"
#include "mesh/structured_beam.h"

namespace simbench::benchmarks {

struct Beam {
  std::string_view name;
  BeamShape shape;       // of the net and the cloth, only the cells are used
  double total_degrees;  // twist of the start state
};
// N is a net of springs (spring_net.h), C a cloth, K a beam with a cloth on springs (cloth.h).
const std::vector<Beam>& beams();

inline constexpr double strain_stiffness = 1e8;  // k [Pa]
// At rest, k/2 ‖F − R‖² is Hooke's law with E = k and ν = 0. Stable Neo-Hookean has the same E and is nearly
// incompressible.
inline constexpr double youngs_modulus = 1e8, poisson_ratio = 0.45;

// Whether the beam is made of what the case's law needs.
bool can_measure(const Case& which, const Beam& beam);

std::shared_ptr<const Potential<double>> strain_potential(const std::shared_ptr<const TetMesh>& mesh);

// For beams: ρ = 1000 kg/m³, h = 1e-2 s, free ends, no gravity. q_n = q̃ is the rest shape with the
// cross-section at s turned by total · (s/L − ½) about the beam's axis, or about an axis near it (cases.cpp).
IncrementalPotential<double> step_problem(const Beam& beam, const Case& which);

std::unique_ptr<Solver<double>> make_solver(const Case& which, Precision precision);
std::unique_ptr<Solver<double>> make_compared(const Case& which, Precision precision);

}  // namespace simbench::benchmarks
