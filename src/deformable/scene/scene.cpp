#include "deformable/scene/scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/nearest_name.h"
#include "config/writer.h"
#include "deformable/problem/quasi_static.h"

namespace simbench {

namespace {

// The word under `key` chooses among kinds that describe themselves. Copies of a scene share the object,
// which never changes, so this function describes a new object.
template <class Kind, class Make>
void describe_named(config::Fields& fields, std::string_view key, const std::vector<std::string_view>& words,
                    std::string& word, std::shared_ptr<Kind>& kind, Make make,
                    const config::Options& options) {
  fields.variant(
      key, word, words,
      [&](std::string_view name, config::Fields& members) {
        kind = kind && kind->name() == name ? kind->copy() : make(name);
        kind->describe(members);
      },
      options);
}

}  // namespace

void MaterialChoice::describe(config::Fields& fields) {
  fields.object("material", [&](config::Fields& members) { describe_members(members); },
                {.doc = "the law of these tets and its parameters", .required = true});
}

void MaterialChoice::describe_members(config::Fields& members) {
  describe_named(members, "model", material_names(), model, material, make_material,
                 {.doc = "the law", .required = true});
}

std::shared_ptr<const Potential<double>> MaterialChoice::potential(
    const std::shared_ptr<const TetMesh>& mesh, const std::optional<std::vector<int>>& tets) const {
  if (mesh->is_quadratic())
    return material->quadratic_potential(tets ? QuadraticTetStencil(mesh, *tets) : QuadraticTetStencil(mesh));
  return material->potential(tets ? TetStencil(mesh, *tets) : TetStencil(mesh));
}

std::shared_ptr<const Potential<double>> MaterialChoice::kind(ElementOrder elements) const {
  const auto none = std::make_shared<const TetMesh>();
  if (elements == ElementOrder::quadratic) return material->quadratic_potential(none);
  return material->potential(none);
}

void Region::describe(config::Fields& fields) {
  config::object(fields, "tets", tets,
                 {.doc = "the region's tets, by their centroids or by tags", .required = true});
  material.describe(fields);
  fields.optional_number("density", density,
                         {.unit = "kg/m^3",
                          .doc = "mass density of these tets; if left out, the body's",
                          .range = config::positive,
                          .example = "1e4"});
  fields.optional_vector("initial_velocity", initial_velocity,
                         {.unit = "m/s",
                          .doc = "start velocity of the vertices of these tets; if left out, the body's",
                          .example = "[0, 0, -1]"});
}

void Force::describe(config::Fields& fields) {
  config::object(fields, "vertices", vertices,
                 {.doc = "the vertices on which the force acts", .required = true});
  fields.vector(
      "force", force,
      {.unit = "N", .doc = "force on each of these vertices", .required = true, .example = "[0, 0, -10]"});
}

void PotentialChoice::describe(config::Fields& fields) {
  describe_named(fields, "type", scene_potential_names(), type, potential, make_scene_potential,
                 {.doc = "the kind of potential", .required = true});
}

void Preparation::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 2> methods = {"static", "dynamic"};
  material.describe(fields);
  config::object(fields, "anchors", anchors,
                 {.doc = "the anchors that carry the body from rest to its start state", .required = true});
  fields.number("duration", duration,
                {.unit = "s",
                 .doc = "how long the anchors move",
                 .range = config::positive,
                 .required = true,
                 .example = "0.5"});
  config::variant(
      fields, "method", method, methods,
      [&](PreparationMethod chosen, config::Fields& members) {
        if (chosen == PreparationMethod::statics) {
          members.integer("increments", increments,
                          {.doc = "number of equilibria on the path", .minimum = 1, .maximum = 100000});
          require_small_turns(members, "increments", duration / increments);
        } else {
          members.number("time_step", time_step,
                         {.unit = "s", .doc = "time step of implicit Euler", .range = config::positive});
          const double steps = duration / time_step;
          members.require(steps > 0.5 && steps < 1e6, "time_step",
                          "the duration must hold between 1 and a million time steps");
          require_small_turns(members, "time_step", time_step);
        }
      },
      {.doc = "static: a path of equilibria (Newton); dynamic: time steps (qn)"});
}

// A turn of more than 180 degrees at once cannot be told from a smaller turn in the other direction.
void Preparation::require_small_turns(config::Fields& fields, std::string_view key, double seconds) const {
  double degrees = 0;
  for (const AnchorGroup& group : anchors.groups) {
    if (group.rotation) degrees = std::max(degrees, std::abs(group.rotation->degrees_per_second) * seconds);
  }
  fields.require(
      degrees <= 180, key,
      fmt::format(
          "the anchors turn by {:g} degrees at once, and turns of more than 180 cannot be followed; take a "
          "shorter duration, or divide it into smaller parts",
          degrees));
}

nlohmann::ordered_json resolved(Scene scene) {
  return config::write([&](config::Fields& fields) { scene.describe(fields); });
}

void Scene::describe(config::Fields& fields) {
  fields.text("description", description, {.doc = "what this scene shows", .example = "A beam untwists"});
  body.describe(fields);
  bool has_material = material.material != nullptr;
  fields.optional_object(
      "material", has_material, [&](config::Fields& members) { material.describe_members(members); },
      {.doc = "the material of all tets outside of regions; required if the body has tets"});
  fields.require(has_material || !body.has_tets(), "material", "missing required key 'material'");
  fields.require(!has_material || body.has_tets(), "material", body.why_no_material());
  config::list(
      fields, "regions", regions,
      {.doc =
           "parts of the body with another material; if a tet is in several regions, the last one counts"});
  config::list(fields, "potentials", potentials,
               {.doc = "potentials that act on the body during the steps, in addition to its materials"});
  config::optional_object(
      fields, "contact", contact,
      {.doc = "contact of the body's surface with itself, and so between its parts, during "
              "the steps, which then start at the previous positions"});
  config::optional_object(fields, "terms", terms,
                          {.doc = "terms of the objective that are written in Python, by their names, with "
                                  "their settings; --term FILE.py loads one"});
  config::object(fields, "anchors", anchors,
                 {.doc = "anchors that hold vertices during the steps, by springs or exactly"});
  fields.require(
      body.has_tets() || anchors.groups.empty() || anchors.stiffness || anchors.are_hard(), "anchors",
      "particles and surfaces have no material from which anchors could take their stiffness; give a number "
      "or \"hard\"");
  fields.vector("gravity", gravity, {.unit = "m/s^2", .doc = "acceleration of every vertex"});
  config::list(fields, "forces", forces,
               {.doc = "constant forces on vertices; like gravity, they are a part of q~"});
  fields.vector("initial_velocity", initial_velocity,
                {.unit = "m/s", .doc = "start velocity of every vertex"});

  config::optional_object(fields, "preparation", preparation,
                          {.doc = "how the start state is reached from rest, without gravity; if left out, "
                                  "the body is at rest before the changes of `start`"});
  const auto takes_elements = [&](const MaterialChoice& choice) {
    return !choice.material || choice.kind(body.elements) != nullptr;
  };
  fields.require(
      takes_elements(material) && std::ranges::all_of(regions, takes_elements, &Region::material) &&
          (!preparation || takes_elements(preparation->material)),
      "elements",
      "quadratic tets take only the law stable_neo_hookean, also in regions and in the preparation");
  fields.require(!preparation || body.has_tets(), "preparation",
                 "a preparation deforms tets, and particles have none, nor has a surface; leave it out");

  config::list(fields, "start", start,
               {.doc = "changes of the start state, one after the other, after the preparation"});
  config::optional_object(
      fields, "state", state,
      {.doc = "a state from files, in which the motion begins; anchors still hold vertices where the scene "
              "without this member begins"});
  fields.integer("instance", instance,
                 {.doc = "0: the scene as it is written; another number: the same physics with the whole "
                         "scene turned, and vertices and tets in another order, both drawn from this number",
                  .minimum = 0});
  if (contact) step.start = StepStart::previous;  // the default then
  config::object(fields, "step", step,
                 {.doc = "the integrator, the time steps and the iterations", .required = true});
  fields.require(!contact || step.start == StepStart::previous, "contact",
                 "the inertial positions may overlap, so solvers cannot begin there: leave step.start out");
  fields.require(static_cast<long long>(step.steps) * step.substeps * lags() <= 1000000000, "contact",
                 "a run has at most 1e9 substeps and lags in all; take fewer contact.friction_lags");
  fields.require(!contact || !contact->friction.has_friction() || step.integrator != QuasiStatic::name,
                 "contact",
                 "friction needs velocities, and quasi_static has none: leave contact.friction out");
}

VectorX<double> Scene::masses() const {
  if (body.mass_rule == MassRule::unit) return VectorX<double>::Ones(mesh->vertex_count());
  VectorX<double> densities =
      VectorX<double>::Constant(mesh->tet_count() + mesh->triangle_count(), body.density);
  for (const Region& region : regions)
    densities(region.tets.of(*mesh)).setConstant(region.density.value_or(body.density));
  return lumped_masses(*mesh, densities);
}

}  // namespace simbench
