#include "energy/material.h"

#include <stdexcept>

#include "energy/laws/corotated_linear.h"
#include "energy/laws/neo_hookean.h"
#include "energy/laws/st_venant_kirchhoff.h"
#include "energy/laws/stable_neo_hookean.h"
#include "energy/laws/strain.h"

namespace simbench {

// Defined in law_material.h, and instantiated for each law in a file of its own.
template <template <class> class Law>
std::shared_ptr<Material> law_material();

namespace {

// A new law: its header in laws/ and one line here.
constexpr std::shared_ptr<Material> (*registry[])() = {
    law_material<Strain>,          law_material<StableNeoHookean>,
    law_material<NeoHookean>,      law_material<StVenantKirchhoff>,
    law_material<CorotatedLinear>,
};

}  // namespace

std::vector<std::string_view> material_names() {
  std::vector<std::string_view> names;
  for (const auto& entry : registry) names.push_back(entry()->name());
  return names;
}

std::shared_ptr<Material> make_material(std::string_view name) {
  for (const auto& entry : registry) {
    if (std::shared_ptr<Material> material = entry(); material->name() == name) return material;
  }
  throw std::logic_error("no material of this name: " + std::string(name));
}

}  // namespace simbench
