#include "rigid/contacts/contact_finder.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/error.h"
#include "rigid/shapes/broad_phase.h"
#include "rigid/shapes/manifold.h"

namespace simbench::rigid {

namespace {

Contact contact_of(const TouchingPoint& point, const std::array<int, 2>& pair, const System& system,
                   const Poses& poses) {
  const Body &first = system.bodies[pair[0]], &second = system.bodies[pair[1]];
  Contact contact = contact_between(first, second, *system.contacts);
  contact.bodies = pair;
  contact.normal = point.normal;
  const bool is_middle = system.contacts->points == ContactPoints::middle;
  if (is_middle) contact.gap = point.gap;
  const Vector3<double> middle = point.points[1] + (second.shape.radius + point.gap / 2) * point.normal;
  for (int b = 0; b < 2; ++b) {
    // The surface of a round body does not turn with it, so its point is that of the core.
    const double radius = system.bodies[pair[b]].shape.radius;
    const bool is_round = radius > 0;
    if (is_round) contact.radii[b] = is_middle ? radius + point.gap / 2 : radius;
    const Vector3<double> at = is_middle && !is_round ? middle : point.points[b];
    const Pose& pose = poses[pair[b]];
    contact.points[b] = pose.orientation.conjugate() * Vector3<double>(at - pose.position);
  }
  return contact;
}

// In a motion in the x-y plane, boxes do not touch along z. So this makes them higher than any overlap in the
// plane.
Shape in_plane(Shape shape) {
  if (shape.kind == Shape::Kind::box) shape.half_edges.z() = shape.half_edges.x() + shape.half_edges.y();
  return shape;
}

// The contacts of a motion in the x-y plane: two points of boxes above each other become one in the plane.
void flatten(std::vector<TouchingPoint>& touching, double half_height) {
  std::erase_if(touching, [&](const TouchingPoint& point) { return point.points[0].z() < -half_height / 2; });
  for (TouchingPoint& point : touching) {
    point.normal.z() = 0;
    point.normal.normalize();
    for (Vector3<double>& own : point.points) own.z() = 0;
  }
}

}  // namespace

ContactFinder::ContactFinder(const System& system) : system_(system) {
  if (!system.contacts) return;
  system.constraints.for_each([&](const auto& constraint, Index) {
    for (const int a : constraint.bodies) {
      for (const int b : constraint.bodies) joined_.insert({a, b});
    }
  });
}

double ContactFinder::motion(int body, const State& state, double time_step) const {
  const ContactSettings& settings = *system_.contacts;
  if (settings.reach) return *settings.reach / 2;
  const Displacement& velocity = state.velocities[body];
  double speed = velocity.linear.norm() + velocity.angular.norm() * system_.bodies[body].shape.reach();
  if (moves(body)) speed += time_step * system_.gravity.norm();
  return time_step * speed;
}

std::vector<ContactFinder::Pair> ContactFinder::near_pairs(const State& state,
                                                           const std::vector<double>& motions) const {
  std::vector<Bounds> bounds(system_.bodies.size());
  std::vector<int> planes;
  for (int b = 0; b < static_cast<int>(bounds.size()); ++b) {
    const Shape& shape = system_.bodies[b].shape;
    if (shape.kind == Shape::Kind::plane) planes.push_back(b);
    if (!shape.has_extent()) continue;
    const Pose& pose = state.poses[b];
    const Vector3<double> half = (pose.orientation.toRotationMatrix().cwiseAbs() * shape.half_edges).array() +
                                 shape.radius + motions[b];
    bounds[b] = Bounds(Vector3<double>(pose.position - half), Vector3<double>(pose.position + half));
  }
  std::vector<Pair> pairs = meeting_pairs(bounds);
  for (const int plane : planes) {
    for (int b = 0; b < static_cast<int>(bounds.size()); ++b) {
      if (!bounds[b].isEmpty()) pairs.push_back({std::max(b, plane), std::min(b, plane)});
    }
  }
  std::erase_if(pairs, [&](const Pair& pair) {
    return (!moves(pair[0]) && !moves(pair[1])) || joined_.contains(pair);
  });
  std::ranges::sort(pairs);
  return pairs;
}

void ContactFinder::add(const Pair& pair, const State& state, double reach, std::vector<Named>& found) const {
  std::array<Shape, 2> shapes = {system_.bodies[pair[0]].shape, system_.bodies[pair[1]].shape};
  const bool is_planar = system_.contacts->is_planar;
  if (is_planar) shapes = {in_plane(shapes[0]), in_plane(shapes[1])};
  std::vector<TouchingPoint> touching =
      touching_points({shapes[0], state.poses[pair[0]]}, {shapes[1], state.poses[pair[1]]}, reach);
  if (is_planar) {
    // The lower box ends a common face. Other shapes have points in the plane only.
    double half_height = std::numeric_limits<double>::infinity();
    for (const Shape& shape : shapes) {
      if (shape.kind == Shape::Kind::box) half_height = std::min(half_height, shape.half_edges.z());
    }
    flatten(touching, half_height);
  }
  const std::size_t first = found.size();
  for (const TouchingPoint& point : touching)
    found.push_back({{pair, point.feature}, contact_of(point, pair, system_, state.poses)});
  // Sweeps visit points in an order that does not depend on the face from which they were found: along a
  // direction of the first body in which no two corners of a common box are level.
  const Vector3<double> direction(1, 0.7548776662466927, 0.5698402909980532);
  std::stable_sort(found.begin() + static_cast<std::ptrdiff_t>(first), found.end(),
                   [&](const Named& a, const Named& b) {
                     return direction.dot(a.contact.points[0]) > direction.dot(b.contact.points[0]);
                   });
}

std::vector<double> ContactFinder::names_of_last() const {
  std::vector<double> names;
  for (const auto& [key, number] : last_) {
    for (const auto part : {static_cast<Index>(key.bodies[0]), static_cast<Index>(key.bodies[1]),
                            static_cast<Index>(key.feature), number})
      names.push_back(static_cast<double>(part));
  }
  return names;
}

namespace {

[[noreturn]] void throw_bad_names() {
  throw Error(ExitCode::usage, "the state has 'contacts' that are not those of its last step");
}

}  // namespace

void ContactFinder::continue_with(const std::vector<double>& names) {
  constexpr std::size_t size = 4;
  const std::size_t count = names.size() / size;
  last_.clear();
  for (std::size_t i = 0; i < count; ++i) {
    const auto part = [&](std::size_t k, double end) {
      const double number = names[size * i + k];
      if (!(number >= 0 && number < end)) throw_bad_names();
      return static_cast<int>(number);
    };
    constexpr double any = std::numeric_limits<int>::max();
    const double bodies = static_cast<double>(system_.bodies.size());
    last_.emplace(Key{{part(0, bodies), part(1, bodies)}, part(2, any)}, part(3, static_cast<double>(count)));
  }
  if (last_.size() * size != names.size()) throw_bad_names();
}

FoundContacts ContactFinder::find(const State& state, double frame, int substeps, int substep) {
  if (!system_.contacts) return {};
  if (system_.contacts->is_per_frame && substep > 0) {
    // All contacts stay; each is the one of the same number.
    of_frame_.matches.last.resize(of_frame_.contacts.size());
    std::iota(of_frame_.matches.last.begin(), of_frame_.matches.last.end(), 0);
    of_frame_.matches.last_count = static_cast<Index>(of_frame_.contacts.size());
    return of_frame_;
  }
  const double time_step = system_.contacts->is_per_frame ? frame : frame / substeps;
  std::vector<double> motions(system_.bodies.size());
  for (int b = 0; b < static_cast<int>(motions.size()); ++b) motions[b] = motion(b, state, time_step);
  std::vector<Named> found;
  for (const Pair& pair : near_pairs(state, motions))
    add(pair, state, motions[pair[0]] + motions[pair[1]], found);
  FoundContacts result;
  result.matches.last_count = static_cast<Index>(last_.size());
  std::map<Key, Index> numbers;
  for (const Named& named : found) {
    const auto same = last_.find(named.key);
    result.matches.last.push_back(same == last_.end() ? -1 : same->second);
    numbers.emplace(named.key, static_cast<Index>(result.contacts.size()));
    result.contacts.push_back(named.contact);
  }
  last_ = std::move(numbers);
  if (system_.contacts->is_per_frame) of_frame_ = result;
  return result;
}

}  // namespace simbench::rigid
