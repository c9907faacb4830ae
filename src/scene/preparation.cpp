#include "scene/preparation.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/build_info.h"
#include "base/error.h"
#include "config/writer.h"
#include "scene/world.h"
#include "solver/minimum.h"
#include "solver/quasi_newton.h"

namespace simbench {

namespace {

ImplicitEulerProblem<double> unanchored_problem(const Scene& scene,
                                                const std::shared_ptr<const TetMesh>& mesh) {
  ImplicitEulerProblem<double> problem;
  problem.mesh = mesh;
  problem.masses = lumped_masses(*mesh, scene.body.density);
  problem.potentials = {scene.preparation->material.material->potential(TetStencil(mesh))};
  return problem;
}

HeldVertices held_at_rest(const Preparation& preparation, const TetMesh& mesh) {
  return HeldVertices(preparation.anchors, preparation.material.material->stiffness(), mesh,
                      mesh.rest_positions);
}

// Equilibria along the anchors' way, each from the line through the last two.
Positions<double> static_path(const Scene& scene, const std::shared_ptr<const TetMesh>& mesh,
                              const Stop& stop) {
  const Preparation& preparation = *scene.preparation;
  const HeldVertices held = held_at_rest(preparation, *mesh);
  ImplicitEulerProblem<double> problem = unanchored_problem(scene, mesh);
  problem.time_step = std::numeric_limits<double>::infinity();
  Positions<double> last = mesh->rest_positions;
  Positions<double> current = mesh->rest_positions;
  for (int increment = 1; increment <= preparation.increments; ++increment) {
    problem.inertial_positions = 2 * current - last;
    problem.previous_positions = current;
    problem.potentials.resize(1);
    problem.potentials.push_back(held.potential(preparation.duration * increment / preparation.increments));
    const Minimum equilibrium = minimise(problem, 1000, stop);
    if (!equilibrium.found()) {
      throw Error(ExitCode::numerical_failure,
                  fmt::format("preparation: no equilibrium in increment {} of {} ({}); try more increments",
                              increment, preparation.increments, to_string(equilibrium.status)));
    }
    last = current;
    current = equilibrium.positions;
  }
  return current;
}

// Steps of implicit Euler along the anchors' way, each minimised by L-BFGS until it converges or stalls.
Positions<double> dynamic_path(const Scene& scene, const std::shared_ptr<const TetMesh>& mesh,
                               const Stop& stop) {
  constexpr int maximum_iterations = 10000;
  const Preparation& preparation = *scene.preparation;
  const HeldVertices held = held_at_rest(preparation, *mesh);
  const double h = preparation.time_step;
  const int steps = static_cast<int>(std::lround(preparation.duration / h));
  ImplicitEulerProblem<double> problem = unanchored_problem(scene, mesh);
  problem.time_step = h;
  State state{mesh->rest_positions, Positions<double>::Zero(3, mesh->vertex_count())};
  QuasiNewton<double> solver({});
  for (int step = 1; step <= steps; ++step) {
    problem.previous_positions = state.positions;
    problem.inertial_positions = state.positions + h * state.velocities;
    problem.potentials.resize(1);
    problem.potentials.push_back(held.potential(step * h));
    std::optional<Status> status;
    if (const auto failure = solver.begin_step(problem)) status = failure->status;
    for (int iteration = 0; iteration < maximum_iterations && !status; ++iteration) {
      stop.throw_if_due();
      status = solver.iterate().stop;
    }
    if (status != Status::converged && status != Status::stalled) {
      throw Error(
          ExitCode::numerical_failure,
          fmt::format("preparation: step {} of {} did not converge; try a smaller time_step", step, steps));
    }
    state = advanced(state, solver.positions(), h);
  }
  return state.positions;
}

}  // namespace

Positions<double> prepared_positions(const Scene& scene, const Cache& cache,
                                     const std::function<void(const std::string&)>& note, const Stop& stop) {
  Scene copy = scene;
  const nlohmann::ordered_json recipe = config::write([&](config::Fields& fields) {
    fields.number("density", copy.body.density, {});
    copy.preparation->describe(fields);
  });
  const std::shared_ptr<const TetMesh>& mesh = scene.mesh;
  const CacheKey key("start_state", recipe.dump() + mesh_sha256(*mesh) + build_info().build_id);

  const Index vertices = mesh->vertex_count();
  const std::vector<double> numbers = cache.read_or_compute(
      key, 3 * static_cast<std::size_t>(vertices),
      [&] {
        note("preparing the start state (" + scene.preparation->method + "); it is cached for the next run");
        const Positions<double> prepared = scene.preparation->method == "static"
                                               ? static_path(scene, mesh, stop)
                                               : dynamic_path(scene, mesh, stop);
        return std::vector<double>(prepared.data(), prepared.data() + prepared.size());
      },
      stop);
  return Eigen::Map<const Positions<double>>(numbers.data(), 3, vertices);
}

}  // namespace simbench
