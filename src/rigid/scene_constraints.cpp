#include "rigid/scene_constraints.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/nearest_name.h"

namespace simbench::rigid {

namespace {

constexpr std::string_view points_example = "[[0, 0, 0], [-0.5, -1, 0]]";

void describe_points(config::Fields& fields, std::array<Vector3<double>, 2>& points) {
  fields.vector_pair("points", points,
                     {.unit = "m",
                      .doc = "of each of the two bodies, in its own frame; they may lie outside of it",
                      .example = points_example});
}

// How c may be: zero, or as a limit on one side.
enum class Limit { equal, at_least, at_most };

template <class Constraint>
void describe_limit(config::Fields& fields, Constraint& constraint) {
  static constexpr std::array<std::string_view, 3> words = {"equal", "at_least", "at_most"};
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Limit limit = constraint.least == 0  ? Limit::at_least
                : constraint.most == 0 ? Limit::at_most
                                       : Limit::equal;
  config::choice(fields, "limit", limit, words, {.doc = "what it has to be, or is not to pass"});
  constraint.least = limit == Limit::at_least ? 0 : -infinity;
  constraint.most = limit == Limit::at_most ? 0 : infinity;
}

void describe_unit_vector(config::Fields& fields, std::string_view key, Vector3<double>& value,
                          std::string_view doc) {
  fields.vector(key, value, {.doc = doc});
  fields.require(value.norm() > 0, key, "the zero vector is no direction");
  value.normalize();
}

// Whether a direction of one of the bodies is not along the axis, but for rounding.
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
                {.unit = "m", .doc = "L, fixed in the world: where the first point is from the second"});
}

template <>
void Described<Distance>::describe(config::Fields& fields) {
  describe_points(fields, constraint.points);
  fields.number("length", constraint.length,
                {.unit = "m", .doc = "L between the points", .range = config::non_negative});
  describe_limit(fields, constraint);
}

template <>
void Described<Axial>::describe(config::Fields& fields) {
  describe_points(fields, constraint.points);
  describe_unit_vector(fields, "direction", constraint.direction, "e, fixed in the world; any length but 0");
  fields.number("offset", constraint.offset, {.unit = "m", .doc = "c0 of c = e.(p_i - p_j) + c0"});
}

template <>
void Described<Axis>::describe(config::Fields& fields) {
  fields.vector_pair("axes", constraint.axes,
                     {.doc = "of each of the two bodies, which are to point the same way; any length but 0",
                      .example = "[[0, 0, 1], [0, 0, 1]]"});
  for (Vector3<double>& axis : constraint.axes) {
    fields.require(axis.norm() > 0, "axes", "the zero vector is no direction");
    axis.normalize();
  }
}

template <>
void Described<Angle>::describe(config::Fields& fields) {
  describe_unit_vector(fields, "axis", constraint.axis,
                       "in the first body, along one of the second; another constraint keeps it so");
  fields.vector_pair(
      "directions", constraint.directions,
      {.doc = "across the axis, of each of the two bodies", .example = "[[1, 0, 0], [1, 0, 0]]"});
  fields.number("angle", constraint.angle, {.unit = "rad", .doc = "from the first direction to the second"});
  describe_limit(fields, constraint);
}

template <>
void Described<Contact>::describe(config::Fields& fields) {
  describe_points(fields, constraint.points);
  describe_unit_vector(fields, "normal", constraint.normal,
                       "from the second body to the first, in the world");
  fields.booleans(
      "turns", constraint.turns,
      {.doc = "of each body: the point goes round with it, as a corner does, or stays as a ball's lowest "
              "point does"});
  fields.number("static_friction", constraint.static_friction,
                {.doc = "coefficient", .range = config::non_negative});
  fields.number("dynamic_friction", constraint.dynamic_friction,
                {.doc = "coefficient, not above the static one", .range = config::non_negative});
  fields.require(constraint.dynamic_friction <= constraint.static_friction, "dynamic_friction",
                 "it is above static_friction");
  fields.number("restitution", constraint.restitution,
                {.doc = "e: the share of the normal speed that is left after a bounce",
                 .range = {.minimum = 0, .maximum = 1}});
}

template <>
void Described<Volume>::describe(config::Fields& fields) {
  fields.number("volume", constraint.volume,
                {.unit = "m^3",
                 .doc = "of the tetrahedron of the four centres, with its sign",
                 .required = true,
                 .example = "0.1"});
}

void Described<Spring>::describe(config::Fields& fields) {
  describe_points(fields, points);
  fields.optional_number(
      "length", length,
      {.unit = "m",
       .doc = "at rest; left out: the spring pulls the points together along all three axes",
       .range = config::non_negative,
       .example = "1"});
  fields.number("stiffness", damper.stiffness, {.unit = "N/m", .doc = "k", .range = config::non_negative});
  fields.number("damping", damper.damping, {.unit = "N s/m", .doc = "nu", .range = config::non_negative});
  fields.require(damper.stiffness > 0 || damper.damping > 0, "stiffness",
                 "0, as damping is: it does nothing");
}

void ConstraintEntry::describe(config::Fields& fields) {
  fields.texts("bodies", bodies,
               {.doc = "names of its bodies; \"world\" stands still",
                .required = true,
                .example = R"(["world", "door"])"});
  fields.number("compliance", compliance,
                {.unit = "m/N",
                 .doc = "alpha of its rows (rad/(N m) where they are angles); 0: hard",
                 .range = config::non_negative});
  config::variant(fields, "type", type, {.doc = "what it asks for", .required = true});
  fields.require(compliance == 0 || !std::holds_alternative<Described<Spring>>(type), "compliance",
                 "a spring has its stiffness instead");
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
          document.fail(
              fmt::format("{}/directions/{}", pointer, b),
              "it is along the axis where the scene begins, or zero: it has no angle about the axis");
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
