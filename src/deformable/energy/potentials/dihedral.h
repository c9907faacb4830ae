// Bending of a surface by dihedral angles: ‖e‖²/A D/2 (θ − θ₀)² of each edge between two triangles.
#pragma once

#include "deformable/energy/dihedral_spring.h"
#include "deformable/energy/elements.h"
#include "deformable/energy/hinge_stencil.h"
#include "deformable/energy/potentials/of_surface.h"

namespace simbench {

struct Dihedral {
  static constexpr std::string_view name = "dihedral";
  static constexpr std::string_view summary =
      "|e|^2/A D/2 (theta - theta_0)^2 of edges e between triangles, A the area of both";
  template <class Real>
  using Batch = Elements<FoldStencil, DihedralSpring, Real>;

  DihedralParameters law;

  void describe(config::Fields& fields) {
    fields.number("stiffness", law.stiffness,
                  {.unit = "J",
                   .doc = "flexural rigidity D: near a flat rest state, the energy is that of 'bending'",
                   .range = config::positive,
                   .required = true,
                   .example = "1e-3"});
  }

  const DihedralParameters& parameters() const { return law; }

  FoldStencil stencil(const std::shared_ptr<const TetMesh>& mesh) const {
    return {required_hinges(*mesh, name), mesh->rest_positions};
  }
};

}  // namespace simbench
