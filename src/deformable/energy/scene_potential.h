// A potential that a scene adds to the material of its tets. The scene chooses its kind by name and has its
// settings.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "config/fields.h"
#include "deformable/energy/potential.h"
#include "mesh/tet_mesh.h"

namespace simbench {

class ScenePotential {
 public:
  virtual ~ScenePotential() = default;
  virtual std::string_view name() const = 0;
  virtual std::string_view summary() const = 0;
  virtual std::shared_ptr<ScenePotential> copy() const = 0;
  virtual void describe(config::Fields& fields) = 0;
  // The number of elements on the mesh at rest. Throws Error (usage) if there are none.
  virtual Index element_count(const std::shared_ptr<const TetMesh>& mesh) const = 0;
  virtual std::shared_ptr<const Potential<double>> potential(
      const std::shared_ptr<const TetMesh>& mesh) const = 0;
  // The same potential without elements. This is enough to ask a solver whether it supports the kind.
  virtual std::shared_ptr<const Potential<double>> kind() const = 0;
};

// The names of the potentials in scene_potentials.h.
std::vector<std::string_view> scene_potential_names();
// Makes the potential of that name, with default settings. The name must be one of scene_potential_names().
std::shared_ptr<ScenePotential> make_scene_potential(std::string_view name);

}  // namespace simbench
