// A small beam that starts twisted, like the thesis's large beam. Solvers are tested on this problem.
#pragma once

#include <string>

#include "deformable/energy/anchor_potential.h"
#include "deformable/problem/incremental_potential.h"
#include "tests/support/beam.h"
#include "tests/support/materials.h"

namespace simbench::test {

struct BeamSettings {
  Eigen::Vector3i cells{8, 2, 2};
  CellSplit split = CellSplit::five;
  std::string law = "strain";
  double stiffness = 1e8;     // [Pa]
  double time_step = 1e-2;    // [s]
  double twist_degrees = 90;  // of each end, in opposite directions
  bool anchored = false;      // the two end faces, of the material's stiffness
};

inline constexpr double beam_density = 1000;  // [kg/m³]

// The first step of a beam that starts at rest in the twisted shape.
IncrementalPotential<double> twisted_beam(const BeamSettings& settings);

// The same beam with anchored ends and a Young's modulus of 1e6 Pa.
IncrementalPotential<double> anchored_beam(const std::string& law = "strain");

// Anchors or a law, by name: repeats the calling test case for each of them.
std::string any_law_or_anchors();
// Elements of this kind that hold the ends of a mesh, or of which it consists.
std::shared_ptr<const Potential<double>> law_or_anchors(std::string_view name,
                                                        const std::shared_ptr<const TetMesh>& mesh);

// ∂²f/∂q² with both triangles.
Eigen::MatrixXd dense_hessian(const IncrementalPotential<double>& problem, const Positions<double>& positions,
                              const HessianForm& form);

// ∂f/∂q, and its norm.
Positions<double> gradient_at(const IncrementalPotential<double>& problem,
                              const Positions<double>& positions);
double gradient_norm(const IncrementalPotential<double>& problem, const Positions<double>& positions);

}  // namespace simbench::test
