#include "deformable/scene/world.h"

#include <fmt/format.h>

#include "base/counted.h"
#include "base/error.h"
#include "deformable/energy/anchor_potential.h"
#include "deformable/scene/instance.h"

namespace simbench {

namespace {

// The body's own material comes first, if it has any tets left, then the materials of the regions. The mesh
// is the scene's, perhaps turned.
Potentials<double> materials_of(const Scene& scene, const std::shared_ptr<const TetMesh>& mesh) {
  if (!scene.body.has_tets()) return {};
  if (scene.regions.empty()) return {scene.material.potential(mesh)};
  std::vector<int> region_of(static_cast<std::size_t>(scene.mesh->tet_count()), -1);
  for (std::size_t region = 0; region < scene.regions.size(); ++region) {
    for (const int tet : scene.regions[region].tets.of(*scene.mesh))
      region_of[tet] = static_cast<int>(region);
  }
  Potentials<double> potentials;
  for (int region = -1; region < static_cast<int>(scene.regions.size()); ++region) {
    std::vector<int> tets;
    for (std::size_t tet = 0; tet < region_of.size(); ++tet) {
      if (region_of[tet] == region) tets.push_back(static_cast<int>(tet));
    }
    const MaterialChoice& choice = region < 0 ? scene.material : scene.regions[region].material;
    if (!tets.empty()) potentials.push_back(choice.potential(mesh, tets));
  }
  return potentials;
}

// Regions in their order, then changes of the start, so that the last one counts.
Positions<double> start_velocities(const Scene& scene) {
  Positions<double> velocities = scene.initial_velocity.replicate(1, scene.mesh->vertex_count());
  for (const Region& region : scene.regions) {
    if (!region.initial_velocity) continue;
    const auto set = [&](const auto& tets) {
      for (const int tet : region.tets.of(*scene.mesh)) {
        for (const int vertex : tets.col(tet)) velocities.col(vertex) = *region.initial_velocity;
      }
    };
    if (scene.mesh->is_quadratic())
      set(scene.mesh->quadratic_tets);
    else
      set(scene.mesh->tets);
  }
  for (const StartChange& change : scene.start) change.set_velocity(scene.mesh->rest_positions, velocities);
  return velocities;
}

}  // namespace

World world_at(const Scene& scene, Positions<double> start) {
  const std::vector<int> numbers = vertex_order(scene.mesh->vertex_count(), scene.instance);
  for (const StartChange& change : scene.start) change.apply(scene.mesh->rest_positions, numbers, start);
  World world;
  world.mesh = scene.mesh;
  world.masses = scene.masses();
  world.accelerations = scene.gravity.replicate(1, world.mesh->vertex_count());
  for (const Force& force : scene.forces) {
    for (const int vertex : force.vertices.of(world.mesh->rest_positions, "vertex"))
      world.accelerations.col(vertex) += force.force / world.masses[vertex];
  }
  const Matrix3<double> turn = turn_of(scene.instance);
  world.anchors =
      std::make_shared<HeldVertices>(scene.anchors, scene.material.stiffness(), *world.mesh, start, turn);
  world.start = {std::move(start), start_velocities(scene)};
  if (scene.instance != 0) {
    world.mesh = std::make_shared<const TetMesh>(turned(*scene.mesh, turn));
    for (Positions<double>* vectors : {&world.accelerations, &world.start.positions, &world.start.velocities})
      *vectors = (turn * *vectors).eval();
  }
  if (scene.checkpoint) {
    world.start = state_of(*scene.checkpoint, world.mesh->vertex_count());
    world.time.start = scene.checkpoint->time;
    if (world.start.lags_done >= scene.lags() && world.start.lags_done > 0)
      throw Error(ExitCode::usage,
                  fmt::format("state: it is after {} of a step, and a step of the scene has {}; give the "
                              "contact.friction_lags of the run that wrote it",
                              counted(world.start.lags_done, "lag"), counted(scene.lags(), "lag")));
  }
  world.potentials = materials_of(scene, world.mesh);
  for (const PotentialChoice& choice : scene.potentials)
    world.potentials.push_back(choice.potential->potential(world.mesh));
  if (scene.contact) {
    world.surface = scene.contact->surface(*world.mesh);
    System anchored;
    world.anchors->hold(anchored, 0);
    refuse_intersections(*world.surface, anchored.held_vertices, world.start.positions);
    world.friction_coefficients = scene.contact->friction.coefficients(scene.mesh->rest_positions);
  }
  return world;
}

World world_at_rest(const Scene& scene) {
  return world_at(scene, scene.mesh->rest_positions);
}

Potentials<double> kinds_of_potentials(const Scene& scene) {
  const ElementOrder elements = scene.body.elements;
  Potentials<double> kinds;
  if (scene.body.has_tets()) kinds.push_back(scene.material.kind(elements));
  for (const Region& region : scene.regions) kinds.push_back(region.material.kind(elements));
  for (const PotentialChoice& choice : scene.potentials) kinds.push_back(choice.potential->kind());
  if (!scene.anchors.groups.empty() && !scene.anchors.are_hard())
    kinds.push_back(anchor_potential({}, Positions<double>(3, 0), 1));
  return kinds;
}

IncrementalPotential<double> step_problem(const Scene& scene, const World& world, const State& state,
                                          int step) {
  System system = world;
  const double h = scene.step.substep();
  if (scene.step.has_anchors(world.time.number_of(step, h)))
    world.anchors->hold(system, world.time.after(step, h));
  IncrementalPotential<double> problem = integrator(scene.step.integrator).make(h)->problem(system, state);
  problem.start = scene.step.start;
  if (scene.given_start) problem.given_start = *scene.given_start;
  Terms<double> terms;  // each sees the problem without terms
  if (scene.contact) terms = scene.contact->terms(world.surface, world.friction_coefficients, problem, state);
  if (scene.terms) {
    for (const auto& [term, values] : scene.terms->choices) terms.push_back(term->at_step(problem, values));
  }
  problem.terms = std::move(terms);
  return problem;
}

}  // namespace simbench
