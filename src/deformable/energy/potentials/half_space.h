// A plane that pushes back vertices behind it: k/2 min(0, n·(x − b))² per vertex.
#pragma once

#include "deformable/energy/elements.h"
#include "deformable/energy/plane_contact.h"
#include "deformable/energy/point_stencil.h"
#include "mesh/point_selection.h"

namespace simbench {

struct HalfSpaces {
  static constexpr std::string_view name = "half_space";
  static constexpr std::string_view summary =
      "k/2 min(0, n.(x - b))^2 of vertices, with a point b of the plane";
  template <class Real>
  using Batch = Elements<PointStencil, PlaneContact, Real>;

  PlaneContactParameters law;
  Vector3<double> point = Vector3<double>::Zero();  // b [m]
  PointSelection vertices;

  void describe(config::Fields& fields) {
    fields.number("stiffness", law.stiffness,
                  {.unit = "N/m",
                   .doc = "k of each vertex",
                   .range = config::positive,
                   .required = true,
                   .example = "1e5"});
    fields.vector("point", point, {.unit = "m", .doc = "a point of the plane"});
    fields.vector("normal", law.normal,
                  {.doc = "normal of the plane, towards the side where vertices are free",
                   .required = true,
                   .example = "[0, 0, 1]"});
    fields.require(law.normal.cwiseAbs().maxCoeff() > 0, "normal",
                   "the normal needs a direction; (0, 0, 0) has none");
    config::object(fields, "vertices", vertices,
                   {.doc = "vertices that the plane pushes back", .required = true});
  }

  const PlaneContactParameters& parameters() const { return law; }

  PointStencil stencil(const std::shared_ptr<const TetMesh>& mesh) const {
    const std::vector<int> chosen = vertices.of(mesh->rest_positions, "vertex");
    return {chosen, point.replicate(1, static_cast<Index>(chosen.size()))};
  }
};

}  // namespace simbench
