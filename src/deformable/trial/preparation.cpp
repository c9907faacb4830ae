#include "deformable/trial/preparation.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/build_info.h"
#include "base/error.h"
#include "base/sha256.h"
#include "config/writer.h"
#include "deformable/problem/implicit_euler.h"
#include "deformable/referee/minimum.h"
#include "deformable/scene/instance.h"
#include "deformable/solvers/quasi_newton.h"

namespace simbench {

namespace {

// The body of a preparation with its own material and its moving anchors.
struct AnchoredBody {
  System system;
  HeldVertices anchors;
  State rest;

  explicit AnchoredBody(const Scene& scene)
      : system{.mesh = scene.mesh,
               .masses = scene.masses(),
               .potentials = {scene.preparation->material.potential(scene.mesh)}},
        anchors(scene.preparation->anchors, scene.preparation->material.material->stiffness(), *scene.mesh,
                scene.mesh->rest_positions),
        rest{scene.mesh->rest_positions, Positions<double>::Zero(3, scene.mesh->vertex_count())} {}

  // The system with the anchors at their positions after this time [s].
  System at_time(double seconds) const {
    System held = system;
    anchors.hold(held, seconds);
    return held;
  }
};

// Computes equilibria along the anchors' path. Each starts at the linear extrapolation of the previous two.
Positions<double> static_path(const Scene& scene, const Stop& stop) {
  const Preparation& preparation = *scene.preparation;
  const AnchoredBody body(scene);
  Positions<double> last = body.rest.positions, current = last;
  for (int increment = 1; increment <= preparation.increments; ++increment) {
    const double seconds = preparation.duration * increment / preparation.increments;
    const IncrementalPotential<double> problem =
        equilibrium_problem(body.at_time(seconds), 2 * current - last);
    const Minimum equilibrium = minimise(problem, 1000, stop);
    if (!equilibrium.is_equilibrium) {  // an unstable one continues the path, too
      throw Error(ExitCode::numerical_failure,
                  fmt::format("preparation: no equilibrium in increment {} of {} ({}); try more increments",
                              increment, preparation.increments, to_string(equilibrium.status)));
    }
    last = current;
    current = equilibrium.positions;
  }
  return current;
}

// Does time steps along the anchors' path. L-BFGS minimises each of them until it converges or stalls.
Positions<double> dynamic_path(const Scene& scene, const Stop& stop) {
  constexpr int maximum_iterations = 10000;
  const Preparation& preparation = *scene.preparation;
  const AnchoredBody body(scene);
  const ImplicitEuler integrator(preparation.time_step);
  const int steps = static_cast<int>(std::lround(preparation.duration / preparation.time_step));
  State state = body.rest;
  QuasiNewton<double> solver({});
  for (int step = 1; step <= steps; ++step) {
    const IncrementalPotential<double> problem =
        integrator.problem(body.at_time(step * preparation.time_step), state);
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

// The start positions [m] from the cache; computes and caches them if they are not there.
Positions<double> prepared_positions(const Scene& scene, const Context& context) {
  Scene copy = scene;
  const nlohmann::ordered_json recipe =
      config::write([&](config::Fields& fields) { copy.preparation->describe(fields); });
  const std::shared_ptr<const TetMesh>& mesh = scene.mesh;
  const VectorX<double> masses = scene.masses();
  const std::string masses_hash =
      Sha256().update(std::span(masses.data(), masses.data() + masses.size())).hex();
  const CacheKey key("start_state", recipe.dump() + masses_hash + mesh_sha256(*mesh) + build_info().build_id);

  const Index vertices = mesh->vertex_count();
  const std::vector<double> numbers = context.cache.read_or_compute(
      key, 3 * static_cast<std::size_t>(vertices),
      [&] {
        const bool statics = scene.preparation->method == PreparationMethod::statics;
        context.tell(fmt::format("preparing the start state ({}); it is cached for the next run",
                                 statics ? "static" : "dynamic"));
        const Positions<double> prepared =
            statics ? static_path(scene, context.stop) : dynamic_path(scene, context.stop);
        return std::vector<double>(prepared.data(), prepared.data() + prepared.size());
      },
      context.stop);
  return Eigen::Map<const Positions<double>>(numbers.data(), 3, vertices);
}

}  // namespace

// All instances start in the same state, so it is prepared in the order of the scene as it is written.
World build_world(const Scene& scene, const Context& context) {
  if (!scene.preparation) return world_at_rest(scene);
  if (scene.instance == 0) return world_at(scene, prepared_positions(scene, context));
  Scene written = scene;
  written.instance = 0;
  written.mesh = scene.written_mesh;
  const Positions<double> prepared = prepared_positions(written, context);
  return world_at(scene, prepared(Eigen::all, vertex_order(prepared.cols(), scene.instance)));
}

}  // namespace simbench
