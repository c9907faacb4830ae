#include "scene/world.h"

#include "scene/preparation.h"

namespace simbench {

World build_world(const Scene& scene, const Cache& cache,
                  const std::function<void(const std::string&)>& note) {
  World world;
  const auto mesh = std::make_shared<const TetMesh>(structured_beam(scene.body.beam));
  world.mesh = mesh;
  world.masses = lumped_masses(*mesh, scene.body.density);
  world.material = scene.material.material->term(mesh);
  world.start.positions =
      scene.preparation ? prepared_positions(scene, mesh, cache, note) : mesh->rest_positions;
  world.start.velocities = scene.initial_velocity.replicate(1, mesh->vertex_count());
  world.anchors = std::make_shared<HeldVertices>(scene.anchors, scene.material.material->stiffness(), *mesh,
                                                 world.start.positions);
  return world;
}

EnergyTerms<double> terms_at_rest(const Scene& scene) {
  const auto mesh = std::make_shared<const TetMesh>(structured_beam(scene.body.beam));
  EnergyTerms<double> terms = {scene.material.material->term(mesh)};
  const HeldVertices anchors(scene.anchors, scene.material.material->stiffness(), *mesh,
                             mesh->rest_positions);
  if (!anchors.empty()) terms.push_back(anchors.term(0));
  return terms;
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
