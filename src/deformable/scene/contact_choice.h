// The member "contact" of a scene: contact of the body's surface with itself, which includes contact between
// the parts of a body, as a term of the objective.
#pragma once

#include <memory>
#include <string>

#include "config/fields.h"
#include "deformable/contact/contact_term.h"
#include "deformable/problem/incremental_potential.h"

namespace simbench {

struct ContactChoice {
  std::string law{LogBarrier::name};
  double distance = 0;   // d̂ [m]
  double stiffness = 0;  // κ [J/m⁴] or [J/m²]

  void describe(config::Fields& fields);
  // Throws Error (mesh) for a mesh without a surface, for quadratic tets, and if an edge of the surface is
  // not longer than d̂.
  std::shared_ptr<const ContactSurface> surface(const TetMesh& mesh) const;
  std::shared_ptr<const Term<double>> term(const std::shared_ptr<const ContactSurface>& surface,
                                           const IncrementalPotential<double>& problem) const {
    return std::make_shared<ContactTerm>(surface, problem.held_mask, law, distance, stiffness);
  }
};

// Throws Error (mesh), which names an edge and a triangle that cross each other at these positions [m].
void refuse_intersections(const ContactSurface& surface, const Positions<double>& positions);

}  // namespace simbench
