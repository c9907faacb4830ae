// Springs on the volumes of tets: V κ/2 (det F − 1)², V the volume at rest.
#pragma once

#include "energy/elements.h"
#include "energy/tet_stencil.h"
#include "energy/volume_spring.h"
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
    fields.number(
        "stiffness", law.stiffness,
        {.unit = "Pa", .doc = "kappa", .range = config::positive, .required = true, .example = "1e6"});
    config::object(fields, "tets", tets, {.doc = "by their centroids, or by their tags", .required = true});
  }

  const VolumeSpringParameters& parameters() const { return law; }

  TetStencil stencil(const std::shared_ptr<const TetMesh>& mesh) const { return {mesh, tets.of(*mesh)}; }
};

}  // namespace simbench
