#include "scene/body.h"

#include <array>
#include <nlohmann/json.hpp>

#include "config/writer.h"

namespace simbench {

void Body::describe(config::Fields& fields) {
  fields.object(
      "body",
      [&](config::Fields& members) { config::exactly_one(members, kind, {.doc = "the shape of the body"}); },
      {.doc = "the body at rest", .required = true});
  fields.number("density", density,
                {.unit = "kg/m^3", .doc = "mass density at rest", .range = config::positive});
  static constexpr std::array<std::string_view, 2> rules = {"lumped", "unit"};
  config::choice(fields, "masses", mass_rule, rules,
                 {.doc = "of vertices: a quarter of each of their tets', or 1 kg each"});
}

VectorX<double> Body::masses(const TetMesh& mesh) const {
  if (mass_rule == MassRule::unit) return VectorX<double>::Ones(mesh.vertex_count());
  return lumped_masses(mesh, density);
}

BodyFile* Body::file() {
  return std::visit(
      [](auto& body) -> BodyFile* {
        if constexpr (requires { body.file; }) return &body.file;
        return nullptr;
      },
      kind);
}

std::string Body::source() const {
  return std::visit(
      [](const auto& body) {
        std::string pointer = "/body/" + std::string(body.name);
        if constexpr (requires { body.file; }) pointer += "/" + std::string(body.file_key);
        return pointer;
      },
      kind);
}

MeshFile Body::build(const std::filesystem::path& folder, const Cache& cache) const {
  return std::visit([&](const auto& body) { return body.build(folder, cache); }, kind);
}

std::shared_ptr<const MeshFile> MeshStore::built(Body body, const std::filesystem::path& folder,
                                                 const Cache& cache) {
  const std::string description =
      config::write([&](config::Fields& fields) { body.describe(fields); }).dump();
  std::shared_ptr<const MeshFile>& mesh = built_[folder.string() + '\n' + description];
  if (!mesh) mesh = std::make_shared<const MeshFile>(body.build(folder, cache));
  return mesh;
}

}  // namespace simbench
