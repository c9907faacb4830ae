#include "rigid/scene/scene_constraints.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/nearest_name.h"
#include "config/unit_length.h"

namespace simbench::rigid {

namespace {

constexpr std::string_view points_example = "[[0, 0, 0], [-0.5, -1, 0]]";

void describe_points(config::Fields& fields, std::array<Vector3<double>, 2>& points) {
  fields.vector_pair("points", points,
                     {.unit = "m",
                      .doc = "one point per body, in the body's frame; it may lie outside of the body",
                      .example = points_example});
}

// c must be zero, or is limited on one side.
enum class Limit { equal, at_least, at_most };

template <class Constraint>
void describe_limit(config::Fields& fields, Constraint& constraint) {
  static constexpr std::array<std::string_view, 3> words = {"equal", "at_least", "at_most"};
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Limit limit = constraint.lower_bound == 0   ? Limit::at_least
                : constraint.upper_bound == 0 ? Limit::at_most
                                              : Limit::equal;
  config::choice(fields, "limit", limit, words,
                 {.doc = "equal: this value; at_least, at_most: a limit on one side"});
  constraint.lower_bound = limit == Limit::at_least ? 0 : -infinity;
  constraint.upper_bound = limit == Limit::at_most ? 0 : infinity;
}

Vector3<double> unit(const Vector3<double>& vector) {
  const double square = vector.squaredNorm();
  if (config::is_unit_length(square)) return vector;
  return std::isnormal(square) ? vector.normalized() : vector.stableNormalized();
}

void describe_unit_vector(config::Fields& fields, std::string_view key, Vector3<double>& value,
                          std::string_view doc) {
  fields.vector(key, value, {.doc = doc});
  fields.require(!value.isZero(0), key, "the zero vector has no direction");
  value = unit(value);
}

// Whether the direction on a body is not parallel to the axis, up to rounding.
bool has_angle(const Angle<double>& angle, int body, const Poses<double>& poses) {
  constexpr double rounding = 1e-12;
  const Vector3<double> axis = poses[angle.bodies[0]].in_world(angle.axis);
  const Vector3<double> direction = poses[angle.bodies[body]].in_world(angle.directions[body]);
  return axis.cross(direction).norm() > rounding * direction.norm();
}

}  // namespace

template <>
void Described<Point>::describe(config::Fields& fields) {
  describe_points(fields, constraint.points);
  fields.vector("offset", constraint.offset,
                {.unit = "m", .doc = "L, fixed in the world: the first point minus the second"});
}

template <>
void Described<Distance>::describe(config::Fields& fields) {
  describe_points(fields, constraint.points);
  fields.number("length", constraint.length,
                {.unit = "m", .doc = "distance L between the points", .range = config::non_negative});
  describe_limit(fields, constraint);
}

template <>
void Described<Axial>::describe(config::Fields& fields) {
  describe_points(fields, constraint.points);
  describe_unit_vector(fields, "direction", constraint.direction,
                       "direction e, fixed in the world; any length except 0");
  fields.number("offset", constraint.offset, {.unit = "m", .doc = "c0 of c = e.(p_i - p_j) + c0"});
}

template <>
void Described<Axis>::describe(config::Fields& fields) {
  fields.vector_pair(
      "axes", constraint.axes,
      {.doc = "one axis per body, in the body's frame, which the constraint aligns; any length except 0",
       .example = "[[0, 0, 1], [0, 0, 1]]"});
  for (Vector3<double>& axis : constraint.axes) {
    fields.require(!axis.isZero(0), "axes", "the zero vector has no direction");
    axis = unit(axis);
  }
}

template <>
void Described<Angle>::describe(config::Fields& fields) {
  describe_unit_vector(fields, "axis", constraint.axis,
                       "axis in the first body; another constraint must align it with an axis of the second");
  fields.vector_pair("directions", constraint.directions,
                     {.doc = "one direction per body, in the body's frame, across the axis",
                      .example = "[[1, 0, 0], [1, 0, 0]]"});
  fields.number("angle", constraint.angle,
                {.unit = "rad", .doc = "angle from the first direction to the second"});
  describe_limit(fields, constraint);
}

template <>
void Described<Contact>::describe(config::Fields& fields) {
  describe_points(fields, constraint.points);
  describe_unit_vector(fields, "normal", constraint.normal,
                       "direction from the second body to the first, in the world frame");
  fields.booleans("turns", constraint.turns,
                  {.doc = "per body: true if the point rotates with the body, as a corner does; false if it "
                          "does not, like the lowest point of a ball"});
  fields.number("static_friction", constraint.static_friction,
                {.doc = "coefficient of static friction", .range = config::non_negative});
  fields.number(
      "dynamic_friction", constraint.dynamic_friction,
      {.doc = "coefficient of dynamic friction, at most the static one", .range = config::non_negative});
  fields.require(constraint.dynamic_friction <= constraint.static_friction, "dynamic_friction",
                 "must not be above static_friction");
  fields.number("restitution", constraint.restitution,
                {.doc = "e: the fraction of the normal speed that remains after a bounce",
                 .range = {.minimum = 0, .maximum = 1}});
}

template <>
void Described<Volume>::describe(config::Fields& fields) {
  fields.number("volume", constraint.volume,
                {.unit = "m^3",
                 .doc = "signed volume of the tetrahedron of the four centres",
                 .required = true,
                 .example = "0.1"});
}

void Described<Spring>::describe(config::Fields& fields) {
  describe_points(fields, points);
  fields.optional_number(
      "length", length,
      {.unit = "m",
       .doc = "rest length; if left out, the spring pulls the points together along all three axes",
       .range = config::non_negative,
       .example = "1"});
  fields.number("stiffness", damper.stiffness,
                {.unit = "N/m", .doc = "stiffness k", .range = config::non_negative});
  fields.number("damping", damper.damping,
                {.unit = "N s/m", .doc = "damping nu", .range = config::non_negative});
  fields.require(damper.stiffness > 0 || damper.damping > 0, "stiffness",
                 "stiffness and damping are 0, so the spring does nothing");
}

void ConstraintEntry::describe(config::Fields& fields) {
  fields.texts("bodies", bodies,
               {.doc = "names of the constrained bodies; \"world\" stands still",
                .required = true,
                .example = R"(["world", "door"])"});
  fields.number("compliance", compliance,
                {.unit = "m/N",
                 .doc = "compliance alpha (in rad/(N m) for angles); 0 makes the constraint hard",
                 .range = config::non_negative});
  config::variant(fields, "type", type, {.doc = "the kind of constraint", .required = true});
  fields.require(compliance == 0 || !std::holds_alternative<Described<Spring>>(type), "compliance",
                 "a spring has a stiffness instead");
}

void ConstraintEntry::add_to(World& world, const std::map<std::string, int>& numbers,
                             const config::Document& document, const std::string& pointer) const {
  std::vector<int> joined;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const std::string place = fmt::format("{}/bodies/{}", pointer, i);
    const auto body = numbers.find(bodies[i]);
    if (body == numbers.end()) {
      std::vector<std::string> names;
      for (const auto& [name, number] : numbers) names.push_back(name);
      document.fail(place, fmt::format("no body '{}'{}", bodies[i], did_you_mean(bodies[i], names)));
    }
    if (std::ranges::find(joined, body->second) != joined.end())
      document.fail(place, fmt::format("'{}' cannot be constrained to itself", bodies[i]));
    joined.push_back(body->second);
  }
  const auto inertia = [&](int body) { return world.system.bodies[body].inertia; };
  const auto moves = [&](int body) { return inertia(body).translates(); };
  const auto turns = [&](int body) { return inertia(body).rotates(); };
  const auto add = [&]<class Constraint>(Constraint constraint) {
    if (joined.size() != constraint.bodies.size()) {
      document.fail(pointer + "/bodies",
                    fmt::format("a list of {}; a constraint of type {} needs {}", joined.size(),
                                Constraint::name, constraint.bodies.size()));
    }
    if (std::ranges::none_of(joined, moves)) document.fail(pointer + "/bodies", "none of them can move");
    if (constraint.measure == Measure::angle && std::ranges::none_of(joined, turns)) {
      document.fail(
          pointer + "/bodies",
          fmt::format("a constraint of type {} turns bodies, and none of them can turn; give one of "
                      "them a box, a radius or an inertia",
                      Constraint::name));
    }
    std::ranges::copy(joined, constraint.bodies.begin());
    if constexpr (std::is_same_v<Constraint, Angle<double>>) {
      for (int b = 0; b < 2; ++b) {
        if (!has_angle(constraint, b, world.state.poses))
          document.fail(fmt::format("{}/directions/{}", pointer, b),
                        "it is zero or parallel to the axis at the start, so it has no angle about the axis");
      }
    }
    if (!constraint.is_spring) constraint.compliance = compliance;
    world.system.constraints.push_back(constraint);
  };
  std::visit(
      [&]<class Entry>(const Entry& entry) {
        if constexpr (!std::is_same_v<Entry, Described<Spring>>) {
          add(entry.constraint);
        } else if (entry.length) {
          LengthSpring<double> spring;
          spring.points = entry.points;
          spring.damper = entry.damper;
          spring.rest_length = *entry.length;
          add(spring);
        } else {
          Spring<double> spring;
          spring.points = entry.points;
          spring.damper = entry.damper;
          add(spring);
        }
      },
      type);
}

}  // namespace simbench::rigid
