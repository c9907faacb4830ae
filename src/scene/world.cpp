#include "scene/world.h"

#include "scene/preparation.h"

namespace simbench {

namespace {

// Anchors hold vertices where the start state has them.
void hold(World& world, const Scene& scene) {
  world.anchors = std::make_shared<HeldVertices>(scene.anchors, scene.material.material->stiffness(),
                                                 *world.mesh, world.start.positions);
}

}  // namespace

World world_at_rest(const Scene& scene) {
  World world;
  world.mesh = scene.mesh;
  world.masses = lumped_masses(*world.mesh, scene.body.density);
  world.material = scene.material.material->term(world.mesh);
  world.start = {world.mesh->rest_positions, scene.initial_velocity.replicate(1, world.mesh->vertex_count())};
  hold(world, scene);
  return world;
}

World build_world(const Scene& scene, const Cache& cache, const std::function<void(const std::string&)>& note,
                  const Stop& stop) {
  World world = world_at_rest(scene);
  if (scene.preparation) {
    world.start.positions = prepared_positions(scene, cache, note, stop);
    hold(world, scene);
  }
  return world;
}

EnergyTerms<double> terms_at_rest(const Scene& scene) {
  const World world = world_at_rest(scene);
  return step_problem(scene, world, world.start, 0).terms;
}

ImplicitEulerProblem<double> step_problem(const Scene& scene, const World& world, const State& state,
                                          int step) {
  const double h = scene.step.time_step;
  ImplicitEulerProblem<double> problem;
  problem.mesh = world.mesh;
  problem.masses = world.masses;
  problem.time_step = h;
  problem.previous_positions = state.positions;
  problem.inertial_positions = state.positions + h * state.velocities;
  problem.inertial_positions.colwise() += h * h * scene.gravity;
  problem.terms = {world.material};
  const bool released = scene.step.release && step > *scene.step.release;
  if (!world.anchors->empty() && !released) problem.terms.push_back(world.anchors->term(step * h));
  return problem;
}

State advanced(const State& state, const Positions<double>& positions, double time_step) {
  return {positions, (positions - state.positions) / time_step};
}

}  // namespace simbench
