#include "energy/material.h"

#include <stdexcept>

#include "energy/laws/corotated_linear.h"
#include "energy/laws/neo_hookean.h"
#include "energy/laws/st_venant_kirchhoff.h"
#include "energy/laws/stable_neo_hookean.h"
#include "energy/laws/strain.h"
#include "energy/tet_term.h"

namespace simbench {

namespace {

template <template <class> class Law>
class LawMaterial final : public Material {
 public:
  std::string_view name() const override { return Law<double>::name; }
  std::string_view summary() const override { return Law<double>::summary; }
  void describe(config::Fields& fields) override { parameters_.describe(fields); }
  double stiffness() const override { return parameters_.stiffness(); }
  std::shared_ptr<const EnergyTerm<double>> term(std::shared_ptr<const TetMesh> mesh) const override {
    return std::make_shared<TetTerm<Law, double>>(std::move(mesh), parameters_);
  }

 private:
  typename Law<double>::Parameters parameters_;
};

template <template <class> class Law>
std::shared_ptr<Material> make() {
  return std::make_shared<LawMaterial<Law>>();
}

// A new law: its header in laws/ and one line here.
constexpr std::shared_ptr<Material> (*registry[])() = {
    make<Strain>, make<StableNeoHookean>, make<NeoHookean>, make<StVenantKirchhoff>, make<CorotatedLinear>,
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
