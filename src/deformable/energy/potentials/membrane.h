// The in-plane strain of a surface's triangles: A t k/2 ‖F − R‖² with the area A at rest and the thickness t.
#pragma once

#include "deformable/energy/elements.h"
#include "deformable/energy/membrane_strain.h"
#include "deformable/energy/potentials/of_surface.h"
#include "deformable/energy/triangle_stencil.h"

namespace simbench {

struct Membrane {
  static constexpr std::string_view name = "membrane";
  static constexpr std::string_view summary =
      "A t k/2 |F - R|^2 of a surface's triangles, A their area at rest, t the thickness";
  template <class Real>
  using Batch = Elements<TriangleStencil, MembraneStrain, Real>;

  MembraneParameters law;

  void describe(config::Fields& fields) {
    fields.number("stiffness", law.stiffness,
                  {.unit = "Pa",
                   .doc = "stiffness k of the strain in the plane of the triangles",
                   .range = config::positive,
                   .required = true,
                   .example = "1e6"});
  }

  const MembraneParameters& parameters() const { return law; }

  TriangleStencil stencil(const std::shared_ptr<const TetMesh>& mesh) const {
    require_triangles(*mesh, name);
    return {mesh};
  }
};

}  // namespace simbench
