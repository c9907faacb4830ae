// A potential of a scene besides the material of its tets: a kind chosen by name, with what the scene says of it.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "config/fields.h"
#include "energy/potential.h"
#include "mesh/tet_mesh.h"

namespace simbench {

class ScenePotential {
 public:
  virtual ~ScenePotential() = default;
  virtual std::string_view name() const = 0;
  virtual std::string_view summary() const = 0;
  virtual std::shared_ptr<ScenePotential> copy() const = 0;
  virtual void describe(config::Fields& fields) = 0;
  // How many elements it has on the mesh at rest. Throws Error (usage) if it has none.
  virtual Index element_count(const std::shared_ptr<const TetMesh>& mesh) const = 0;
  virtual std::shared_ptr<const Potential<double>> potential(
      const std::shared_ptr<const TetMesh>& mesh) const = 0;
  // The same without elements: enough to ask a solver whether it takes it.
  virtual std::shared_ptr<const Potential<double>> kind() const = 0;
};

// The names of scene_potentials.h.
std::vector<std::string_view> scene_potential_names();
// The one of that name, which must be one of these, with its defaults.
std::shared_ptr<ScenePotential> make_scene_potential(std::string_view name);

}  // namespace simbench
