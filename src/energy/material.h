// A material of a scene: a law chosen by name, with its parameters.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "config/fields.h"
#include "energy/potential.h"
#include "energy/tet_stencil.h"

namespace simbench {

// What a law is near rest: linear elasticity, if it has no stress there.
struct RestResponse {
  double stress = 0;          // along each stretch [Pa]
  double youngs_modulus = 0;  // of linear elasticity with the same second derivatives [Pa]
  double poisson_ratio = 0;
};

class Material {
 public:
  virtual ~Material() = default;
  virtual std::string_view name() const = 0;
  virtual std::string_view summary() const = 0;
  virtual std::shared_ptr<Material> copy() const = 0;
  // Reads, writes or documents the parameters.
  virtual void describe(config::Fields& fields) = 0;
  // The number that anchors of stiffness "material" take over: k of strain, E of the others.
  virtual double stiffness() const = 0;
  virtual RestResponse at_rest() const = 0;
  // These tets under this material.
  virtual std::shared_ptr<const Potential<double>> potential(TetStencil tets) const = 0;
};

// Every law of the program, in the order of `simbench list materials`.
std::vector<std::string_view> material_names();
// The law of that name with its default parameters; the name must be one of material_names().
std::shared_ptr<Material> make_material(std::string_view name);

}  // namespace simbench
