// Particles without tets: points with masses. Potentials connect them.
#pragma once

#include <vector>

#include "base/cache.h"
#include "config/fields.h"
#include "mesh/mesh_file.h"

namespace simbench {

struct ParticlesBody {
  static constexpr std::string_view name = "particles";
  static constexpr bool has_tets = false;

  struct Particle {
    Vector3<double> position = Vector3<double>::Zero();  // at rest [m]
    double mass = 1;                                     // [kg]

    void describe(config::Fields& fields) {
      fields.vector("position", position,
                    {.unit = "m", .doc = "at rest", .required = true, .example = "[0, 0, 1]"});
      fields.number("mass", mass, {.unit = "kg", .range = config::positive});
    }
  };
  std::vector<Particle> points;

  void describe(config::Fields& fields) {
    config::list(
        fields, "points", points,
        {.doc = "the particles; their order gives the indices of vertices, from 0", .required = true});
    fields.require(!points.empty(), "points", "there must be at least one particle");
  }

  MeshFile build(const std::filesystem::path&, const Cache&) const {
    MeshFile file;
    const auto count = static_cast<Index>(points.size());
    file.mesh.rest_positions.resize(3, count);
    file.mesh.point_masses.resize(count);
    for (Index i = 0; i < count; ++i) {
      file.mesh.rest_positions.col(i) = points[i].position;
      file.mesh.point_masses[i] = points[i].mass;
    }
    return file;
  }
};

}  // namespace simbench
