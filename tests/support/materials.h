// Materials of the registry with given parameters, made as a scene makes them.
#pragma once

#include <catch2/catch.hpp>
#include <string>
#include <string_view>

#include "deformable/energy/material.h"

namespace simbench::test {

// A material whose parameters are JSON text.
std::shared_ptr<Material> material_of(std::string_view name, const std::string& parameters);

// stiffness: k of strain, Young's modulus of every other law [Pa].
std::shared_ptr<Material> material(std::string_view name, double stiffness, double poisson_ratio = 0.45);

// Repeats the calling test case for every law of the registry.
inline std::string any_law() {
  return std::string(GENERATE(from_range(material_names())));
}

}  // namespace simbench::test
