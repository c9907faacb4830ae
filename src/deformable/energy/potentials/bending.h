// Quadratic bending of a surface: D/2 ‖K x‖²/A of each edge between two triangles.
#pragma once

#include "deformable/energy/elements.h"
#include "deformable/energy/hinge_stencil.h"
#include "deformable/energy/potentials/of_surface.h"
#include "deformable/energy/quadratic_bending.h"

namespace simbench {

struct Bending {
  static constexpr std::string_view name = "bending";
  static constexpr std::string_view summary =
      "D/2 |K x|^2/A of edges between triangles, K the cotangents, A the area of both; flat at rest";
  template <class Real>
  using Batch = Elements<CurvatureStencil, QuadraticBending, Real>;

  SpringParameters law;

  void describe(config::Fields& fields) {
    fields.number("stiffness", law.stiffness,
                  {.unit = "J",
                   .doc = "flexural rigidity D: the energy is the area times D/2 times the curvature squared",
                   .range = config::positive,
                   .required = true,
                   .example = "1e-3"});
  }

  const SpringParameters& parameters() const { return law; }

  CurvatureStencil stencil(const std::shared_ptr<const TetMesh>& mesh) const {
    return {required_hinges(*mesh, name), mesh->rest_positions};
  }
};

}  // namespace simbench
