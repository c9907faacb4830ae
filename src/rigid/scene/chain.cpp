#include "rigid/scene/chain.h"

#include <fmt/format.h>

namespace simbench::rigid {

namespace {

template <class T>
T of_each(const std::vector<T>& values, int i) {
  return values.size() == 1 ? values.front() : values[static_cast<std::size_t>(i)];
}

Vector3<double> end_of(const PointJoints& joints) {
  return joints.box.x() / 2 * Vector3<double>::UnitX();
}

// For a chain along x.
Quaternion orientation_in_shape(const PointJoints& joints, int i) {
  const auto turned = [](double angle) { return exponential(angle * Vector3<double>::UnitZ()); };
  switch (joints.shape) {
    case Curve::wave:
      return exponential(0.1 * Vector3<double>(std::sin(i), std::cos(1.3 * i), std::sin(2.1 * i)));
    case Curve::zigzag:
      return turned(i % 2 == 0 ? joints.bend : -joints.bend);
    case Curve::arc:
      return turned(i * joints.bend);
    default:
      return Quaternion::Identity();
  }
}

Vector3<double> position_in_wave(const PointJoints& joints, int i) {
  return {joints.box.x() * (i + 0.5) + 0.02 * std::sin(1.7 * i), 0.02 * std::cos(2.3 * i),
          0.02 * std::sin(0.9 * i + 1)};
}

}  // namespace

void AxialJoints::describe(config::Fields& fields) {
  fields.number_or_numbers(
      "violation", violation,
      {.unit = "m", .doc = "error c of the joints at the start; one value for all, or one per joint"});
}

void PointJoints::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 4> shapes = {"straight", "wave", "zigzag", "arc"};
  fields.unused(fields.is_given("positions"), {"shape", "bend"}, "positions", "positions replace it");
  fields.number_or_numbers("violation", violation,
                           {.unit = "m",
                            .doc = "gap of the joints at the start, along the x axis of the first body; one "
                                   "value for all, or one per joint"});
  fields.vector("box", box, {.unit = "m", .doc = "edges of each body", .range = config::positive});
  config::choice(fields, "shape", shape, shapes,
                 {.doc = "initial orientations; straight: all bodies in a row; wave: the given wave of "
                         "chain_bent; zigzag: turned by bend, alternately left and right; arc: each body "
                         "turned by bend against the one before"});
  fields.unused(shape != Curve::zigzag && shape != Curve::arc, {"bend"}, "shape",
                "only the shapes zigzag and arc have it");
  fields.number("bend", bend, {.unit = "rad", .doc = "angle of zigzag and arc, about z"});
  fields.vectors(
      "positions", positions,
      {.unit = "m", .doc = "position of each body, instead of a shape", .example = "[[0, 0, 0], [1, 0, 0]]"});
  fields.quaternions(
      "orientations", orientations,
      {.doc =
           "orientation (w, x, y, z) of each body, only with positions; if left out, bodies are not turned",
       .example = "[[1, 0, 0, 0], [0, 1, 0, 0]]"});
  fields.vector_pairs("arms", arms,
                      {.unit = "m",
                       .doc = "for each joint, its points on the first and the second body, in the frames of "
                              "these bodies; if left out, the ends of their x axes",
                       .example = "[[[0.5, 0, 0], [-0.5, 0, 0]]]"});
}

void Chain::describe(config::Fields& fields) {
  fields.integer("bodies", bodies, {.doc = "number of bodies", .minimum = 1, .maximum = 10000000});
  config::variant(fields, "joint", joint,
                  {.doc = "axial: bodies without rotation, joined along the direction of the chain (a linear "
                          "problem); point: boxes with ball joints"});
  fields.number_or_numbers("mass", mass,
                           {.unit = "kg",
                            .doc = "mass of the bodies; one value for all, or one per body",
                            .range = config::positive});
  fields.number(
      "end_mass_ratio", end_mass_ratio,
      {.doc = "R: the masses of the two end bodies are multiplied by R", .range = config::positive});
  fields.optional_number(
      "tip_mass", tip_mass,
      {.unit = "kg", .doc = "mass of the last body", .range = config::positive, .example = "100"});
  fields.boolean("anchored", anchored, {.doc = "whether a joint ties the first body to the world (a rope)"});
  fields.number(
      "compliance", compliance,
      {.unit = "m/N", .doc = "compliance of the joints; 0 makes them hard", .range = config::non_negative});
  const auto* const boxes = std::get_if<PointJoints>(&joint);
  fields.unused(boxes && !boxes->positions.empty(), {"direction"}, "positions", "positions replace it");
  fields.vector("direction", direction,
                {.doc = "direction from the first body to the last; any length except 0"});

  const auto require_length = [&](const char* key, std::size_t size, int wanted, bool one_will_do) {
    const bool fits = static_cast<int>(size) == wanted || (one_will_do && size == 1);
    fields.require(fits, key,
                   fmt::format("a list of {}; it needs {}: one for each {}", size, wanted,
                               wanted == bodies ? "body" : "joint"));
  };
  require_length("mass", mass.size(), bodies, true);
  fields.require(direction.norm() > 0, "direction", "the zero vector has no direction");
  fields.require(joints() > 0, "bodies",
                 "a chain of one body needs \"anchored\": true: it has no joint otherwise");
  if (const auto* axial = std::get_if<AxialJoints>(&joint)) {
    require_length("violation", axial->violation.size(), joints(), true);
    return;
  }
  const PointJoints& points = std::get<PointJoints>(joint);
  require_length("violation", points.violation.size(), joints(), true);
  const bool is_given = !points.positions.empty() || points.shape == Curve::wave;
  fields.require(!is_given || points.violation == std::vector<double>{0}, "violation",
                 "positions or the wave already give the places of the bodies");
  if (!points.positions.empty()) require_length("positions", points.positions.size(), bodies, false);
  if (!points.orientations.empty()) {
    require_length("orientations", points.orientations.size(), bodies, false);
    fields.require(!points.positions.empty(), "orientations", "orientations need positions, too");
  }
  if (!points.arms.empty()) require_length("arms", points.arms.size(), joints(), false);
}

std::vector<double> Chain::masses() const {
  std::vector<double> result;
  for (int i = 0; i < bodies; ++i)
    result.push_back(of_each(mass, i) * (i == 0 || i == bodies - 1 ? end_mass_ratio : 1));
  if (tip_mass) result.back() = *tip_mass;
  return result;
}

World Chain::build() const {
  const auto* boxes = std::get_if<PointJoints>(&joint);
  World world;
  for (const double own : masses()) {
    const Vector3<double> inertia = boxes ? box_inertia(own, boxes->box) : Vector3<double>::Constant(1 / 0.0);
    world.system.bodies.push_back({fmt::format("body{}", world.system.bodies.size()),
                                   {1 / own, inertia.cwiseInverse()},
                                   boxes ? Shape::box(boxes->box) : Shape()});
  }
  world.system.bodies.push_back({"world", {}});
  world.state.poses.resize(world.system.bodies.size());
  world.state.velocities.resize(world.system.bodies.size());
  if (boxes) {
    place(*boxes, world.state.poses);
  } else {
    for (int i = 0; i < bodies; ++i) world.state.poses[i].position = i * direction.normalized();
  }
  for (int k = 0; k < joints(); ++k) {
    const std::array<int, 2> joined =
        anchored ? std::array{k == 0 ? world.system.world() : k - 1, k} : std::array{k, k + 1};
    if (boxes) {
      Point own;
      own.points = points(*boxes, k);
      join(own, joined, k, world.system);
    } else {
      Axial own;
      own.direction = direction.normalized();
      own.offset = of_each(std::get<AxialJoints>(joint).violation, k) + (anchored && k == 0 ? 0 : 1);
      join(own, joined, k, world.system);
    }
  }
  return world;
}

template <class Constraint>
void Chain::join(Constraint constraint, const std::array<int, 2>& joined, int joint_number,
                 System& system) const {
  constraint.bodies = joined;
  constraint.compliance = compliance;
  constraint.entry = joint_number;
  system.entry_types.emplace_back(Constraint::name);
  system.constraints.push_back(constraint);
}

// The points of joint k. If the chain is anchored, joint 0 connects it to the world.
std::array<Vector3<double>, 2> Chain::points(const PointJoints& boxes, int k) const {
  if (!boxes.arms.empty()) return boxes.arms[static_cast<std::size_t>(k)];
  const bool of_world = anchored && k == 0;
  return {of_world ? Vector3<double>::Zero() : end_of(boxes), -end_of(boxes)};
}

// Places the bodies one after the other, so that each joint has the gap c = v along the x axis of its first
// body. The first body starts at the origin.
void Chain::place(const PointJoints& boxes, Poses& poses) const {
  const Quaternion turn = Quaternion::FromTwoVectors(Vector3<double>::UnitX(), direction);
  Vector3<double> end = Vector3<double>::Zero(), along = turn * Vector3<double>::UnitX();
  for (int i = 0; i < bodies; ++i) {
    Pose& pose = poses[i];
    if (!boxes.positions.empty()) {
      pose.position = boxes.positions[i];
      if (!boxes.orientations.empty()) pose.orientation = boxes.orientations[i];
      continue;
    }
    pose.orientation = turn * orientation_in_shape(boxes, i);
    if (boxes.shape == Curve::wave) {
      pose.position = turn * position_in_wave(boxes, i);
      continue;
    }
    const int joint_before = anchored ? i : i - 1;
    const bool is_free = joint_before < 0;
    if (!is_free) end -= of_each(boxes.violation, joint_before) * along;
    pose.position = end - pose.in_world(is_free ? -end_of(boxes) : points(boxes, joint_before)[1]);
    along = pose.in_world(Vector3<double>::UnitX());
    if (i + 1 < bodies) end = pose.position + pose.in_world(points(boxes, joint_before + 1)[0]);
  }
}

}  // namespace simbench::rigid
