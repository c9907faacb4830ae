#include "deformable/scene/body.h"

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
                 {.doc = "masses of vertices; lumped: a quarter of the mass of each adjacent tet (quadratic: "
                         "1/36 at corners, 4/27 at middles), or a third of each "
                         "adjacent triangle; unit: 1 kg each"});
  fields.require(density == Body().density || mass_rule == MassRule::lumped, "density",
                 "it has no effect: the masses are 1 kg each (masses: unit); leave it out");
  fields.require(density == Body().density || !std::holds_alternative<ParticlesBody>(kind), "density",
                 "it has no effect: each particle has its own mass; leave it out");
  static constexpr std::array<std::string_view, 2> orders = {"linear", "quadratic"};
  config::choice(
      fields, "elements", elements, orders,
      {.doc = "linear: tets of four vertices; quadratic: tets of ten vertices, one in the middle of each "
              "edge, and four points of integration, which lock far less as Poisson's ratio approaches 1/2; "
              "only stable_neo_hookean, and only solvers that have no loops of their own over elements",
       .example = "\"linear\""});
  fields.require(elements == ElementOrder::linear || has_tets(), "elements", "this body has no tets");
}

bool Body::has_tets() const {
  return std::visit(
      [](const auto& body) {
        if constexpr (requires { body.has_tets; }) return body.has_tets;
        return true;
      },
      kind);
}

std::string_view Body::why_no_material() const {
  if (std::holds_alternative<ParticlesBody>(kind)) return "particles have no material; leave it out";
  return "a surface has no material but potentials (membrane, bending, dihedral); leave it out";
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

std::shared_ptr<const MeshFile> shared_mesh(Body body, const std::filesystem::path& folder,
                                            const Cache& cache, SharedObjects& shared) {
  const std::string description =
      config::write([&](config::Fields& fields) { body.describe(fields); }).dump();
  return shared.find_or_make<MeshFile>(folder.string() + '\n' + description,
                                       [&] { return body.build(folder, cache); });
}

}  // namespace simbench
