#include "deformable/energy/material.h"

#include <stdexcept>

#include "deformable/energy/laws.h"

namespace simbench {

// Defined in law_material.h, and instantiated for each law in a separate file.
template <template <class> class Law>
std::shared_ptr<Material> law_material();

namespace {

std::vector<std::shared_ptr<Material>> all_materials() {
  return []<template <class> class... Law>(LawList<Law...>) {
    return std::vector<std::shared_ptr<Material>>{law_material<Law>()...};
  }(Laws{});
}

}  // namespace

std::vector<std::string_view> material_names() {
  std::vector<std::string_view> names;
  for (const auto& material : all_materials()) names.push_back(material->name());
  return names;
}

std::shared_ptr<Material> make_material(std::string_view name) {
  for (const auto& material : all_materials()) {
    if (material->name() == name) return material;
  }
  throw std::logic_error("no material of this name: " + std::string(name));
}

}  // namespace simbench
