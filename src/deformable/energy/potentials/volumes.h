// Springs on the volumes of tets: V κ/2 (det F − 1)² with the volume V at rest.
#pragma once

#include "deformable/energy/elements.h"
#include "deformable/energy/tet_stencil.h"
#include "deformable/energy/volume_spring.h"
#include "mesh/point_selection.h"

namespace simbench {

struct Volumes {
  static constexpr std::string_view name = "volumes";
  static constexpr std::string_view summary = "V kappa/2 (det F - 1)^2 of tets, V their volume at rest";
  template <class Real>
  using Batch = Elements<TetStencil, VolumeSpring, Real>;

  VolumeSpringParameters law;
  TetSelection tets;

  void describe(config::Fields& fields) {
    fields.number("stiffness", law.stiffness,
                  {.unit = "Pa",
                   .doc = "bulk stiffness kappa",
                   .range = config::positive,
                   .required = true,
                   .example = "1e6"});
    config::object(fields, "tets", tets,
                   {.doc = "tets chosen by their centroids, or by their tags", .required = true});
  }

  const VolumeSpringParameters& parameters() const { return law; }

  TetStencil stencil(const std::shared_ptr<const TetMesh>& mesh) const { return {mesh, tets.of(*mesh)}; }
};

}  // namespace simbench
