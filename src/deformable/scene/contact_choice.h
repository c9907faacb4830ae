// The member "contact" of a scene: contact of the body's surface with itself, which includes contact between
// the parts of a body, and friction, as terms of the objective.
#pragma once

#include <memory>
#include <string>

#include "config/fields.h"
#include "deformable/contact/friction_term.h"
#include "deformable/problem/incremental_potential.h"
#include "deformable/problem/state.h"
#include "deformable/scene/friction_choice.h"

namespace simbench {

struct ContactChoice {
  std::string law{LogBarrier::name};
  double distance = 0;   // d̂ [m]
  double stiffness = 0;  // κ [J/m⁴] or [J/m²]; per m² with weights
  PairWeights weights = PairWeights::pairs;
  FrictionChoice friction;

  void describe(config::Fields& fields);
  // Throws Error (mesh) for a mesh without a surface, for quadratic tets, and if an edge of the surface is
  // not longer than d̂.
  std::shared_ptr<const ContactSurface> surface(const TetMesh& mesh) const;
  // Contact, and friction if there is any, as terms of a step, or of a lag of it, that begins in `state`;
  // without terms of others.
  Terms<double> terms(const std::shared_ptr<const ContactSurface>& surface,
                      const FrictionCoefficients& coefficients, const IncrementalPotential<double>& problem,
                      const State& state) const;
  // The columns of these terms.
  std::vector<std::span<const TermColumn>> columns() const;
  TermKind kind() const;
};

// Throws Error (mesh), which names an edge and a triangle that cross each other at these positions [m], if
// one of their vertices is not held.
void refuse_intersections(const ContactSurface& surface, const std::vector<int>& held_vertices,
                          const Positions<double>& positions);

}  // namespace simbench
