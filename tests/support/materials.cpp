#include "tests/support/materials.h"

#include <fmt/format.h>

#include "config/document.h"
#include "config/reader.h"

namespace simbench::test {

std::shared_ptr<Material> material_of(std::string_view name, const std::string& parameters) {
  std::shared_ptr<Material> result = make_material(name);
  config::read(config::Document::parse(parameters, "test.json"),
               [&](config::Fields& fields) { result->describe(fields); });
  return result;
}

std::shared_ptr<Material> material(std::string_view name, double stiffness, double poisson_ratio) {
  return material_of(name, name == "strain" ? fmt::format("{{\"stiffness\": {}}}", stiffness)
                                            : fmt::format("{{\"youngs_modulus\": {}, \"poisson_ratio\": {}}}",
                                                          stiffness, poisson_ratio));
}

}  // namespace simbench::test
