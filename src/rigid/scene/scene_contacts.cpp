#include "rigid/scene/scene_contacts.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "rigid/contacts/contact_finder.h"

namespace simbench::rigid {

namespace {

std::string place_of(int body, std::string_view member = "") {
  return fmt::format("/bodies/{}{}", body, member);
}

void refuse_without_shapes(const System& system, const config::Document& document) {
  const auto shapes = std::ranges::count_if(
      system.bodies, [](const Body& body) { return body.shape.kind != Shape::Kind::none; });
  if (shapes < 2)
    document.fail("/contacts",
                  "contacts are found between shapes, and fewer than two bodies have one; give bodies a box, "
                  "a radius or a plane, or leave contacts out");
}

void refuse_out_of_plane(const World& world, const config::Document& document) {
  if (world.system.gravity.z() != 0)
    document.fail("/gravity", "the contacts are planar, so it must lie in the x-y plane");
  for (int b = 0; b < world.system.world(); ++b) {
    const Pose& pose = world.state.poses[b];
    const Displacement& velocity = world.state.velocities[b];
    const bool is_plane = world.system.bodies[b].shape.kind == Shape::Kind::plane;
    const Vector3<double> normal = pose.in_world(Vector3<double>::UnitZ());
    constexpr double rounding = 1e-12;
    if (pose.position.z() != 0)
      document.fail(place_of(b, "/position"), "the contacts are planar, so it must lie in the x-y plane");
    if (is_plane && std::abs(normal.z()) > rounding)
      document.fail(place_of(b, "/plane"),
                    "the contacts are planar, so turn its z-axis into the x-y plane by an orientation");
    if (!is_plane && pose.orientation.vec().head<2>().norm() > rounding)
      document.fail(place_of(b, "/orientation"),
                    "the contacts are planar, so a body must be turned about z only");
    if (velocity.linear.z() != 0)
      document.fail(place_of(b, "/velocity"), "the contacts are planar, so it must lie in the x-y plane");
    if (velocity.angular.head<2>().norm() != 0)
      document.fail(place_of(b, "/angular_velocity"), "the contacts are planar, so it must be along z");
  }
}

void refuse_deep_overlaps(const World& world, const config::Document& document) {
  const System& system = world.system;
  System touching = system;  // without the gaps that the motion closes, and without a margin
  touching.contacts->reach = 0;
  touching.contacts->margin = 0;
  const auto inner_radius = [&](int body) {
    const Shape& shape = system.bodies[body].shape;
    return shape.has_extent() ? shape.inner_radius() : std::numeric_limits<double>::infinity();
  };
  for (const Contact& contact : ContactFinder(touching).find(world.state, 1, 1, 0).contacts) {
    const double overlap = -contact.linearise(world.state.poses).error[0];
    const auto [a, b] = contact.bodies;
    const double allowed = std::min(inner_radius(a), inner_radius(b));
    if (overlap <= allowed) continue;
    document.fail(
        place_of(std::max(a, b), "/position"),
        fmt::format(
            "'{}' and '{}' overlap by {:g} m at the start; more than {:g} m, the radius of the largest "
            "ball inside the thinner one, is so deep that a contact could push them out on the wrong side",
            system.bodies[a].name, system.bodies[b].name, overlap, allowed));
  }
}

}  // namespace

void refuse_contacts(const World& world, const config::Document& document) {
  refuse_without_shapes(world.system, document);
  if (world.system.contacts->is_planar) refuse_out_of_plane(world, document);
  refuse_deep_overlaps(world, document);
}

}  // namespace simbench::rigid
