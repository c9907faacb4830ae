// Materials of the registry with given parameters, made as a scene makes them.
#pragma once

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <string>
#include <string_view>

#include "config/document.h"
#include "config/reader.h"
#include "deformable/energy/material.h"

namespace simbench::test {

// A material whose parameters are JSON text.
inline std::shared_ptr<Material> material_of(std::string_view name, const std::string& parameters) {
  const std::shared_ptr<Material> result = make_material(name);
  config::read(config::Document::parse(parameters, "test.json"),
               [&](config::Fields& fields) { result->describe(fields); });
  return result;
}

// stiffness: k of strain, Young's modulus of every other law [Pa].
inline std::shared_ptr<Material> material(std::string_view name, double stiffness,
                                          double poisson_ratio = 0.45) {
  return material_of(name, name == "strain" ? fmt::format("{{\"stiffness\": {}}}", stiffness)
                                            : fmt::format("{{\"youngs_modulus\": {}, \"poisson_ratio\": {}}}",
                                                          stiffness, poisson_ratio));
}

// Repeats the calling test case for every law of the registry.
inline std::string any_law() {
  const std::vector<std::string_view> names = material_names();
  return std::string(names[GENERATE_COPY(range(std::size_t{0}, names.size()))]);
}

}  // namespace simbench::test
