// A material of a scene: a law chosen by name, with its parameters.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "config/fields.h"
#include "deformable/energy/potential.h"
#include "deformable/energy/quadratic_tet_stencil.h"
#include "deformable/energy/tet_stencil.h"

namespace simbench {

// The behaviour of a law near rest: linear elasticity, if the stress is zero there.
struct RestResponse {
  double stress = 0;          // ∂Ψ/∂σ of each stretch [Pa]
  double youngs_modulus = 0;  // modulus of linear elasticity with the same second derivatives [Pa]
  double poisson_ratio = 0;
};

class Material {
 public:
  virtual ~Material() = default;
  virtual std::string_view name() const = 0;
  virtual std::string_view summary() const = 0;
  virtual std::shared_ptr<Material> copy() const = 0;
  // Describes the parameters, for reading, writing and documentation.
  virtual void describe(config::Fields& fields) = 0;
  // The stiffness of anchors whose stiffness is "material": k of the strain law, E of the others.
  virtual double stiffness() const = 0;
  virtual RestResponse at_rest() const = 0;
  // The energy of these tets under this material.
  virtual std::shared_ptr<const Potential<double>> potential(TetStencil tets) const = 0;
  // The same of quadratic tets; null if they cannot have this law.
  virtual std::shared_ptr<const Potential<double>> quadratic_potential(QuadraticTetStencil tets) const = 0;
};

// Every law of the program, in the order of `simbench list materials`.
std::vector<std::string_view> material_names();
// Makes the law of that name, with its default parameters. The name must be one of material_names().
std::shared_ptr<Material> make_material(std::string_view name);

}  // namespace simbench
