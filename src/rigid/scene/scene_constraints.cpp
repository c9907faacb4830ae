#include "rigid/scene/scene_constraints.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numbers>

#include "base/nearest_name.h"
#include "rigid/constraints/forms.h"
#include "rigid/scene/vectors.h"

namespace simbench::rigid {

namespace {

// c must be zero, or is limited on one side.
enum class Limit { equal, at_least, at_most };

// `value` is the member of the constraint to which limits refer, and `key` its name.
template <class Entry, class Constraint>
void describe_limit(config::Fields& fields, Entry& entry, std::string_view key, double Constraint::*value) {
  Constraint& constraint = entry.constraint;
  static constexpr std::array<std::string_view, 3> words = {"equal", "at_least", "at_most"};
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Limit limit = constraint.lower_bound == 0   ? Limit::at_least
                : constraint.upper_bound == 0 ? Limit::at_most
                                              : Limit::equal;
  config::choice(fields, "limit", limit, words,
                 {.doc = "equal: this value; at_least, at_most: a limit on one side"});
  constraint.lower_bound = limit == Limit::at_least ? 0 : -infinity;
  constraint.upper_bound = limit == Limit::at_most ? 0 : infinity;
  constexpr bool turns = std::is_base_of_v<Angle, Constraint>;
  describe_limits(fields, entry.limits,
                  turns                                  ? Limited::turn
                  : constraint.measure == Measure::angle ? Limited::angle_between_axes
                                                         : Limited::length);
  fields.require(!entry.limits || limit == Limit::equal, "limits", "give limits, or a limit on one side");
  if (!entry.limits) return;
  // A scene that simbench wrote has the smaller limit as its value.
  fields.require(constraint.*value == 0 || constraint.*value == (*entry.limits)[0], key,
                 "the limits replace this value; leave it out");
  set_limits(constraint, value, *entry.limits);
}

// Whether the direction on a body is not parallel to the axis, up to rounding.
bool has_angle(const Angle& angle, int body, const Poses& poses) {
  constexpr double rounding = 1e-12;
  const Vector3<double> axis = poses[angle.bodies[0]].in_world(angle.axis);
  const Vector3<double> direction = poses[angle.bodies[body]].in_world(angle.directions[body]);
  return axis.cross(direction).norm() > rounding * direction.norm();
}

bool is_limit_of(const SomeConstraint& type) {
  return std::visit(
      [](const auto& entry) {
        if constexpr (requires { entry.constraint; }) return entry.constraint.is_limit();
        return false;
      },
      type);
}
bool is_kinked(const SomeConstraint& type) {
  const auto* axis = std::get_if<Described<Axis>>(&type);
  const auto* distance = std::get_if<Described<Distance>>(&type);
  return (axis && has_kink(axis->constraint)) || (distance && has_kink(distance->constraint));
}

// Whether an entry of a scene is a joint of several constraints (joints.h).
template <class Entry>
constexpr bool is_composed = requires(const Entry& entry, const TwoPoses& poses) {
  entry.rows(poses);
};

SoftMembers soft_members_of(const SomeConstraint& type) {
  if (std::holds_alternative<Described<Spring>>(type)) return SoftMembers::none;  // it has its own
  if (std::holds_alternative<Described<Contact>>(type)) return SoftMembers::compliance;
  const bool is_joint = std::visit([]<class Entry>(const Entry&) { return is_composed<Entry>; }, type);
  return is_joint ? SoftMembers::of_a_joint : SoftMembers::of_a_constraint;
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
  describe_limit(fields, *this, "length", &Distance::length);
  fields.require(!limits || constraint.length >= 0, "limits", "a distance is not negative");
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
  describe_unit_vectors(fields, "axes", constraint.axes,
                        "one axis per body, in the body's frame; any length except 0",
                        "[[0, 0, 1], [0, 0, 1]]");
  fields.number("angle", constraint.angle,
                {.unit = "rad",
                 .doc = "angle between the axes; 0 aligns them",
                 .range = {.minimum = 0, .maximum = std::numbers::pi, .maximum_open = true}});
  describe_limit(fields, *this, "angle", &Axis::angle);
  fields.require(!constraint.is_limit() || constraint.angle > 0 || constraint.slack > 0, "limit",
                 "the angle between two axes is never below 0; give an angle above 0");
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
  describe_limit(fields, *this, "angle", &Angle::angle);
}

template <>
void Described<Translation>::describe(config::Fields& fields) {
  describe_points(fields, constraint.points);
  describe_unit_vector(fields, "direction", constraint.direction,
                       "direction a, which turns with the first body; any length except 0");
  fields.number(
      "translation", constraint.translation,
      {.unit = "m", .doc = "s0 of c = a.(p_j - p_i) - s0: the second point minus the first, along a"});
  describe_limit(fields, *this, "translation", &Translation::translation);
}

template <>
void Described<Orientation>::describe(config::Fields& fields) {
  fields.quaternion("orientation", constraint.orientation,
                    {.doc = "orientation (w, x, y, z) of the second body in the frame of the first"});
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
  config::variant(fields, "type", type, {.doc = "the kind of constraint", .required = true},
                  [&](config::Fields& members) { softness.describe(members, soft_members_of(type)); });
  const bool is_damped = softness.frequency || softness.damping > 0;
  const std::string_view given = softness.frequency ? "frequency" : "damping";
  fields.require(!is_damped || !is_limit_of(type), given, "a limit cannot be damped");
  fields.require(!is_damped || !is_kinked(type), given,
                 "this constraint has no direction where it holds; damp a point, a hinge or a fixed joint");
}

void ConstraintEntry::add_to(World& world, const std::map<std::string, int>& numbers,
                             const config::Document& document, int number) const {
  const std::string pointer = fmt::format("/constraints/{}", number);
  std::vector<int> joined;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const std::string place = fmt::format("{}/bodies/{}", pointer, i);
    const auto body = numbers.find(bodies[i]);
    if (body == numbers.end()) {
      std::vector<std::string> names;
      for (const auto& [known, index] : numbers) names.push_back(known);
      document.fail(place, fmt::format("no body '{}'{}", bodies[i], did_you_mean(bodies[i], names)));
    }
    if (std::ranges::find(joined, body->second) != joined.end())
      document.fail(place, fmt::format("'{}' cannot be constrained to itself", bodies[i]));
    joined.push_back(body->second);
  }
  world.system.entry_types.emplace_back(config::name_of(type));
  const bool is_joint = soft_members_of(type) == SoftMembers::of_a_joint;
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
    if constexpr (std::is_base_of_v<Angle, Constraint>) {
      for (int b = 0; b < 2; ++b) {
        if (!has_angle(constraint, b, world.state.poses))
          document.fail(fmt::format("{}/directions/{}", pointer, b),
                        "it is zero or parallel to the axis at the start, so it has no angle about the axis");
      }
    }
    constraint.entry = number;
    softness.apply_to(constraint, is_joint);
    world.system.constraints.push_back(constraint);
  };
  std::visit(
      [&]<class Entry>(const Entry& entry) {
        if constexpr (is_composed<Entry>) {
          if (joined.size() != 2)
            document.fail(pointer + "/bodies", fmt::format("a list of {}; a joint needs 2", joined.size()));
          const TwoPoses poses = {{world.state.poses[joined[0]], world.state.poses[joined[1]]},
                                  joined[0] == world.system.world() ? 1 : 0};
          entry.rows(poses).for_each([&](const auto& row, Index) { add(row); });
        } else if constexpr (!std::is_same_v<Entry, Described<Spring>>) {
          add(entry.constraint);
        } else if (entry.length) {
          LengthSpring spring;
          spring.points = entry.points;
          spring.softness.damper = entry.damper;
          spring.length = *entry.length;
          add(spring);
        } else {
          Spring spring;
          spring.points = entry.points;
          spring.softness.damper = entry.damper;
          add(spring);
        }
      },
      type);
}

}  // namespace simbench::rigid
