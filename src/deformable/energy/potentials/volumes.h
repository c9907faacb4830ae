// Springs on the volumes of tets, V κ/2 (det F − 1)² with the volume V at rest, or hard constraints
// det F = 1.
#pragma once

#include <limits>

#include "deformable/energy/elements.h"
#include "deformable/energy/tet_stencil.h"
#include "deformable/energy/volume_spring.h"
#include "mesh/point_selection.h"

namespace simbench {

struct Volumes {
  static constexpr std::string_view name = "volumes";
  static constexpr std::string_view summary =
      "V kappa/2 (det F - 1)^2 of tets, V their volume at rest; hard if kappa is infinite: det F = 1";
  template <class Real>
  using Batch = Elements<TetStencil, VolumeSpring, Real>;

  enum class Stiffness { infinite };

  std::optional<double> stiffness = 0;  // κ [Pa]; infinite if empty
  TetSelection tets;

  void describe(config::Fields& fields) {
    static constexpr std::array<std::string_view, 1> words = {"infinite"};
    Stiffness word = Stiffness::infinite;
    config::number_or_choice(
        fields, "stiffness", stiffness, word, words,
        {.unit = "Pa",
         .doc =
             "bulk stiffness kappa; the word infinite replaces the energy by the hard constraint det F = 1, "
             "which only pbd, xpbd, xpbd_global and kkt accept",
         .range = config::positive,
         .required = true,
         .example = "1e6"});
    config::object(fields, "tets", tets,
                   {.doc = "tets chosen by their centroids, or by their tags", .required = true});
  }

  VolumeSpringParameters parameters() const {
    return {stiffness.value_or(std::numeric_limits<double>::infinity())};
  }

  TetStencil stencil(const std::shared_ptr<const TetMesh>& mesh) const { return {mesh, tets.of(*mesh)}; }
};

}  // namespace simbench
