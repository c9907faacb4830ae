#include "experiment/preparation.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/build_info.h"
#include "base/error.h"
#include "config/writer.h"
#include "problem/implicit_euler.h"
#include "solver/minimum.h"
#include "solver/quasi_newton.h"

namespace simbench {

namespace {

// The body on its way: at rest, under the preparation's material, carried by anchors.
struct Way {
  System body;
  HeldVertices anchors;
  State rest;

  explicit Way(const Scene& scene)
      : body{.mesh = scene.mesh,
             .masses = scene.body.masses(*scene.mesh),
             .potentials = {scene.preparation->material.material->potential(TetStencil(scene.mesh))}},
        anchors(scene.preparation->anchors, scene.preparation->material.material->stiffness(), *scene.mesh,
                scene.mesh->rest_positions),
        rest{scene.mesh->rest_positions, Positions<double>::Zero(3, scene.mesh->vertex_count())} {}

  // With the anchors where they are after so many seconds.
  System after(double seconds) const {
    System system = body;
    anchors.hold(system, seconds);
    return system;
  }
};

// Equilibria along the anchors' way, each from the line through the last two.
Positions<double> static_path(const Scene& scene, const Stop& stop) {
  const Preparation& preparation = *scene.preparation;
  const Way way(scene);
  Positions<double> last = way.rest.positions, current = last;
  for (int increment = 1; increment <= preparation.increments; ++increment) {
    const double seconds = preparation.duration * increment / preparation.increments;
    const IncrementalPotential<double> problem = equilibrium_problem(way.after(seconds), 2 * current - last);
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

// Time steps along the anchors' way, each minimised by L-BFGS until it converges or stalls.
Positions<double> dynamic_path(const Scene& scene, const Stop& stop) {
  constexpr int maximum_iterations = 10000;
  const Preparation& preparation = *scene.preparation;
  const Way way(scene);
  const ImplicitEuler integrator(preparation.time_step);
  const int steps = static_cast<int>(std::lround(preparation.duration / preparation.time_step));
  State state = way.rest;
  QuasiNewton<double> solver({});
  for (int step = 1; step <= steps; ++step) {
    const IncrementalPotential<double> problem =
        integrator.problem(way.after(step * preparation.time_step), state);
    std::optional<Failure> end = solver.begin_step(problem);
    for (int iteration = 0; iteration < maximum_iterations && !end; ++iteration) {
      stop.throw_if_due();
      end = solver.iterate().stop;
    }
    if (end != Status::converged && end != Status::stalled) {
      throw Error(
          ExitCode::numerical_failure,
          fmt::format("preparation: step {} of {} did not converge; try a smaller time_step", step, steps));
    }
    state = Integrator::advanced(problem, state, solver.positions());
  }
  return state.positions;
}

// From the cache, or computed and then cached.
Positions<double> prepared_positions(const Scene& scene, const Cache& cache,
                                     const std::function<void(const std::string&)>& note, const Stop& stop) {
  Scene copy = scene;
  const nlohmann::ordered_json recipe = config::write([&](config::Fields& fields) {
    fields.number("density", copy.body.density, {});
    copy.preparation->describe(fields);
  });
  const std::shared_ptr<const TetMesh>& mesh = scene.mesh;
  const std::string masses = scene.body.mass_rule == MassRule::unit ? "unit" : "";
  const CacheKey key("start_state", recipe.dump() + masses + mesh_sha256(*mesh) + build_info().build_id);

  const Index vertices = mesh->vertex_count();
  const std::vector<double> numbers = cache.read_or_compute(
      key, 3 * static_cast<std::size_t>(vertices),
      [&] {
        const bool statics = scene.preparation->method == PreparationMethod::statics;
        note(fmt::format("preparing the start state ({}); it is cached for the next run",
                         statics ? "static" : "dynamic"));
        const Positions<double> prepared = statics ? static_path(scene, stop) : dynamic_path(scene, stop);
        return std::vector<double>(prepared.data(), prepared.data() + prepared.size());
      },
      stop);
  return Eigen::Map<const Positions<double>>(numbers.data(), 3, vertices);
}

}  // namespace

World build_world(const Scene& scene, const Cache& cache, const std::function<void(const std::string&)>& note,
                  const Stop& stop) {
  if (!scene.preparation) return world_at_rest(scene);
  return world_at(scene, prepared_positions(scene, cache, note, stop));
}

}  // namespace simbench
