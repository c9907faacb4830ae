// Materials of the registry with given parameters, made the way a scene makes them.
#pragma once

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <string>
#include <string_view>

#include "config/document.h"
#include "config/reader.h"
#include "energy/material.h"

namespace simbench::test {

// stiffness: k of strain, Young's modulus of every other law [Pa].
inline std::shared_ptr<Material> material(std::string_view name, double stiffness,
                                          double poisson_ratio = 0.45) {
  const std::shared_ptr<Material> result = make_material(name);
  const std::string text = name == "strain" ? fmt::format("{{\"stiffness\": {}}}", stiffness)
                                            : fmt::format("{{\"youngs_modulus\": {}, \"poisson_ratio\": {}}}",
                                                          stiffness, poisson_ratio);
  config::read(config::Document::parse(text, "test.json"),
               [&](config::Fields& fields) { result->describe(fields); });
  return result;
}

// Every law of the registry, one after the other, in the test case that calls it.
inline std::string any_law() {
  const std::vector<std::string_view> names = material_names();
  return std::string(names[GENERATE_COPY(range(std::size_t{0}, names.size()))]);
}

}  // namespace simbench::test
