#include "deformable/scene/contact_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"

namespace simbench {

void ContactChoice::describe(config::Fields& fields) {
  fields.choice(
      "law", law, law_of_distance_names(),
      {.doc = "energy of a pair as a function of its distance: the logarithmic barrier of incremental "
              "potential contact, the cubic barrier, or a quadratic penalty"});
  fields.number("distance", distance,
                {.unit = "m",
                 .doc = "a pair pushes if it is nearer than this; smaller than every edge of the surface",
                 .range = config::positive,
                 .required = true,
                 .example = "1e-3"});
  fields.number(
      "stiffness", stiffness,
      {.doc = "factor of the energy: J/m^4 for log_barrier, J/m^2 for the other laws; J/m^6 and J/m^4 if "
              "weights are areas",
       .range = config::positive,
       .required = true,
       .example = "1e9"});
  static constexpr std::array<std::string_view, 2> words = {"pairs", "areas"};
  config::choice(fields, "weights", weights, words,
                 {.doc = "what pairs weigh: 1 each, or the areas at rest that belong to them, so that the "
                         "stiffness of a surface depends less on its mesh"});
  friction.describe(fields);
}

std::shared_ptr<const ContactSurface> ContactChoice::surface(const TetMesh& mesh) const {
  if (mesh.is_quadratic())
    throw Error(ExitCode::mesh, "contact: the surface of quadratic tets is curved; take linear tets");
  if (mesh.tet_count() + mesh.triangle_count() == 0)
    throw Error(ExitCode::mesh, "contact: particles have no surface; take a body of tets or of triangles");
  auto surface = std::make_shared<const ContactSurface>(contact_surface(mesh, weights));
  const double shortest = std::sqrt(*std::ranges::min_element(surface->edge_squares));
  if (distance >= shortest)
    throw Error(ExitCode::mesh,
                fmt::format("contact.distance is {:g} m, and the shortest edge of the surface {:g} m: "
                            "neighbours would push each other; take a smaller distance",
                            distance, shortest));
  return surface;
}

Terms<double> ContactChoice::terms(const std::shared_ptr<const ContactSurface>& surface,
                                   const FrictionCoefficients& coefficients,
                                   const IncrementalPotential<double>& problem, const State& state) const {
  const auto contact =
      std::make_shared<const ContactTerm>(surface, problem.held_mask, law, distance, stiffness);
  Terms<double> result = {contact};
  if (friction.has_friction()) {
    const Positions<double>& lagged =
        state.lags_done > 0 ? state.lagged_positions : problem.previous_positions;
    result.push_back(
        std::make_shared<const FrictionTerm>(contact, lagged, problem.origin_of_velocities(), coefficients,
                                             friction.slip_speed * problem.time_step, state.lags_done + 1));
  }
  return result;
}

std::vector<std::span<const TermColumn>> ContactChoice::columns() const {
  std::vector<std::span<const TermColumn>> result = {ContactTerm::columns()};
  if (friction.has_friction()) result.push_back(FrictionTerm::columns(friction.lags() > 1));
  return result;
}

TermKind ContactChoice::kind() const {
  if (law != Penalty::name) return TermKind::contact;
  return friction.has_friction() ? TermKind::quadratic_contact_with_friction : TermKind::quadratic_contact;
}

void refuse_intersections(const ContactSurface& surface, const std::vector<int>& held_vertices,
                          const Positions<double>& positions) {
  std::vector<char> held(static_cast<std::size_t>(positions.cols()), false);
  for (const int vertex : held_vertices) held[vertex] = true;
  const auto crossing = intersections(surface, held, positions);
  if (crossing.empty()) return;
  const auto& [a, b] = surface.edges[crossing.front()[0]];
  const auto& [c, d, e] = surface.triangles[crossing.front()[1]];
  const Vector3<double> middle = (positions.col(a) + positions.col(b)) / 2;
  throw Error(
      ExitCode::mesh,
      fmt::format("contact: the surface crosses itself at the start, in {} places: the edge of vertices "
                  "{} and {}, at ({:g}, {:g}, {:g}) m, crosses the triangle of {}, {} and {}",
                  crossing.size(), a, b, middle[0], middle[1], middle[2], c, d, e));
}

}  // namespace simbench
