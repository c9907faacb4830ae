#include "rigid/scene/scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/cell.h"
#include "rigid/scene/scene_contacts.h"
#include "rigid/scene/scene_range.h"

namespace simbench::rigid {

void BodyEntry::describe(config::Fields& fields) {
  fields.text("name", name, {.doc = "name of the body in constraints", .required = true, .example = "door"});
  fields.require(!name.empty() && name != "world", "name",
                 "a name must not be empty or \"world\", which is always there");
  const std::string_view why_not = why_no_cell(name);
  fields.require(why_not.empty(), "name", "a name " + std::string(why_not));
  fields.optional_number("mass", mass,
                         {.unit = "kg",
                          .doc = "mass; if left out, the body stands still",
                          .range = config::positive,
                          .example = "20"});
  fields.optional_vector(
      "box", box,
      {.unit = "m", .doc = "edges of a solid box", .range = config::positive, .example = "[1, 2, 0.1]"});
  fields.optional_number("radius", radius,
                         {.unit = "m",
                          .doc = "radius of a solid ball, or of a capsule if there is a length",
                          .range = config::positive,
                          .example = "0.5"});
  fields.optional_number("length", length,
                         {.unit = "m",
                          .doc = "length of a capsule along its x-axis, between the centres of its ends",
                          .range = config::positive,
                          .example = "1"});
  fields.boolean("plane", is_plane, {.doc = "whether the body fills the half space z <= 0 of its frame"});
  fields.unused(!mass, {"inertia"}, "mass", "a body without a mass stands still");
  fields.optional_vector("inertia", inertia,
                         {.unit = "kg m^2",
                          .doc = "principal moments of inertia about the body's axes; if left out, they "
                                 "follow from the box, the ball or the capsule",
                          .range = config::positive,
                          .example = "[0.1, 0.1, 0.2]"});
  fields.require(!length || radius, "length", "a capsule needs a radius, too");
  const int shapes = (box ? 1 : 0) + (radius ? 1 : 0) + (is_plane ? 1 : 0);
  fields.require(shapes <= 1, is_plane ? "plane" : "radius",
                 "a body has one shape: a box, a radius, a radius with a length, or a plane");
  fields.require(!is_plane || !mass, "mass", "a plane stands still, so it has no mass");
  fields.unused(shapes == 0, {"friction", "restitution"}, "box",
                "contacts are found between shapes, and the body has none");
  fields.number("friction", friction,
                {.doc = "coefficient of static and dynamic friction of contacts that are found; a pair has "
                        "the geometric mean of its bodies' coefficients",
                 .range = config::non_negative});
  fields.number("restitution", restitution,
                {.doc = "e of contacts that are found; a pair has the larger one",
                 .range = {.minimum = 0, .maximum = 1}});
  fields.vector("position", pose.position, {.unit = "m", .doc = "position of the centre of mass"});
  fields.quaternion("orientation", pose.orientation,
                    {.doc = "rotation (w, x, y, z) from the body's frame to the world"});
  fields.vector("velocity", velocity.linear, {.unit = "m/s", .doc = "velocity of the centre of mass"});
  fields.vector("angular_velocity", velocity.angular,
                {.unit = "rad/s", .doc = "angular velocity in the world frame"});
}

Inertia BodyEntry::resistance() const {
  if (!mass) return {};
  Inertia result{1 / *mass};
  if (box) result.inverse_principal = box_inertia(*mass, *box).cwiseInverse();
  if (radius) result.inverse_principal = capsule_inertia(*mass, length.value_or(0), *radius).cwiseInverse();
  if (inertia) result.inverse_principal = inertia->cwiseInverse();
  return result;
}

Shape BodyEntry::shape() const {
  if (box) return Shape::box(*box);
  if (radius) return Shape::capsule(length.value_or(0), *radius);
  return is_plane ? Shape::plane() : Shape();
}

void StepSettings::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 4> gyroscopic_words = {"none", "explicit", "implicit",
                                                                       "momentum"};
  static constexpr std::array<std::string_view, 2> velocity_words = {"increment", "pose"};
  static constexpr std::array<std::string_view, 3> restitution_words = {"converged", "single", "none"};
  fields.number("time_step", time_step,
                {.unit = "s",
                 .doc = "length h of a frame",
                 .range = config::positive,
                 .required = true,
                 .example = "0.01"});
  fields.integer("iterations", iterations,
                 {.doc = "iterations of each solver in each substep", .minimum = 0, .maximum = 1000000000});
  fields.integer("steps", steps, {.doc = "number of frames", .minimum = 1, .maximum = 1000000});
  fields.integer("substeps", substeps,
                 {.doc = "number of steps of time_step/substeps in a frame; each one has all iterations",
                  .minimum = 1,
                  .maximum = 10000});
  config::choice(fields, "gyroscopic", gyroscopic, gyroscopic_words,
                 {.doc = "how a free body turns; none: without gyroscopic torque; explicit: with the torque "
                         "at the start of the step; implicit: by one Newton step of implicit Euler; "
                         "momentum: with constant angular momentum, but with an energy that grows"});
  config::choice(fields, "velocities", velocities, velocity_words,
                 {.doc = "angular velocities after a step; increment: that of the prediction plus the "
                         "solver's increment; pose: from the whole rotation in the step"});
  config::choice(
      fields, "restitution", restitution, restitution_words,
      {.doc = "how contacts bounce after a step; converged: sweeps over all contacts until they "
              "agree; single: one sweep in their order, as Waterson 2026 has it; none: velocities follow "
              "from the poses"});
}

void Scene::describe(config::Fields& fields) {
  fields.text("description", description,
              {.doc = "what this scene shows", .example = "A chain of ten bodies"});
  config::optional_object(
      fields, "chain", chain,
      {.doc = "bodies in a row, each joined to the next; replaces bodies and constraints"});
  config::list(
      fields, "bodies", assembly.bodies,
      {.doc = "list of bodies; the body \"world\", which stands still at the origin, is always there"});
  config::list(fields, "constraints", assembly.constraints,
               {.doc = "list of constraints between the bodies; solvers visit them in this order"});
  const bool has_assembly = !assembly.bodies.empty() || !assembly.constraints.empty();
  fields.require(!chain || !has_assembly, assembly.bodies.empty() ? "constraints" : "bodies",
                 "give a chain, or bodies and constraints");
  fields.require(chain || !assembly.bodies.empty(), "bodies",
                 "there is nothing that moves; give a chain, or bodies and constraints");
  fields.vector("gravity", gravity, {.unit = "m/s^2", .doc = "acceleration of every body"});
  config::optional_object(fields, "contacts", contacts,
                          {.doc = "contacts are found from the shapes of the bodies; without this member, "
                                  "only constraints of type contact are contacts"});
  fields.require(!contacts || !chain, "contacts", "the bodies of a chain have no contacts; list bodies");
  config::optional_object(
      fields, "state", state,
      {.doc = "a state from a file, in which the motion begins; joints keep the rest lengths "
              "and angles of the bodies above"});
  config::object(fields, "step", step, {.doc = "the time steps and the iterations", .required = true});
}

void Scene::finish(const config::Document& document, const std::filesystem::path& set_folder) {
  World built = chain ? chain->build() : built_from_parts(document);
  built.system.gravity = gravity;
  built.system.contacts = contacts;
  if (contacts) refuse_contacts(built, document);
  if (state) {
    checkpoint = std::make_shared<const Checkpoint>(
        state->read(built.system, step.time_step, step.substeps, document, set_folder));
    const World described = built;
    built.state = state_of(*checkpoint, built.system);
    state_warnings = warnings_of_units(described, built.state, step.time_step / step.substeps);
  }
  world = std::make_shared<const World>(std::move(built));
  refuse_out_of_range(*this, document);
}

World Scene::built_from_parts(const config::Document& document) const {
  World built;
  std::map<std::string, int> numbers;
  const auto add = [&](const BodyEntry& entry) {
    const bool is_new = numbers.emplace(entry.name, static_cast<int>(numbers.size())).second;
    built.system.bodies.push_back(
        {entry.name, entry.resistance(), entry.shape(), entry.friction, entry.restitution});
    built.state.poses.push_back(entry.pose);
    built.state.velocities.push_back(entry.velocity);
    return is_new;
  };
  for (std::size_t i = 0; i < assembly.bodies.size(); ++i) {
    const std::string& name = assembly.bodies[i].name;
    if (!add(assembly.bodies[i])) {
      document.fail(fmt::format("/bodies/{}/name", i),
                    fmt::format("'{}' is the name of /bodies/{}, too", name, numbers[name]));
    }
  }
  if (std::ranges::none_of(assembly.bodies, [](const BodyEntry& entry) { return entry.mass.has_value(); }))
    document.fail("/bodies", "no body has a mass, so all bodies stand still");
  add({.name = "world"});
  for (std::size_t i = 0; i < assembly.constraints.size(); ++i) {
    assembly.constraints[i].add_to(built, numbers, document, static_cast<int>(i));
  }
  return built;
}

}  // namespace simbench::rigid
