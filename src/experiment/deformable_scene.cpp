#include "experiment/deformable_scene.h"

#include <algorithm>

#include "experiment/preparation.h"
#include "solver/minimum.h"

namespace simbench {

std::vector<std::string_view> DeformableScene::candidates() const {
  const bool is_formula = integrator(scene.step.integrator).formula != StepFormula::none;
  std::vector<std::string_view> result;
  for (const SolverEntry& entry : simbench::solvers()) {
    if (entry.evaluates_formulas == is_formula) result.push_back(entry.name);
  }
  return result;
}

Declines DeformableScene::declines(std::string_view solver, Precision precision) const {
  const SolverEntry& entry = *find_solver(solver);
  if (const Declines declined = entry.declines_precision(precision)) return declined;
  return entry.declines_problem(kinds_of_potentials(scene), integrator(scene.step.integrator).formula,
                                scene.mesh->vertex_count(), *solvers.settings(solver));
}

Estimate DeformableScene::estimate(std::string_view solver, const RunOptions& options) const {
  constexpr double program_bytes = 1.5e7, row_seconds = 1.1e-7;  // the latter for each tet
  const ProblemSize size{static_cast<double>(scene.mesh->tet_count()),
                         static_cast<double>(scene.mesh->vertex_count())};
  const Cost cost = find_solver(solver)->cost(size);
  const double iterations = std::min(scene.step.iterations, cost.usual_iterations);
  const double rows = iterations / options.record_every + 1;
  double bytes = cost.bytes;
  if (options.reference == ReferenceKind::newton) bytes = std::max(bytes, minimum_cost(size).bytes);
  return {scene.step.steps *
              (cost.setup_seconds + iterations * cost.iteration_seconds + rows * row_seconds * size.tets),
          program_bytes + bytes};
}

World DeformableScene::prepare(const Cache& cache, const std::function<void(const std::string&)>& note,
                               const Stop& stop) const {
  return build_world(scene, cache, note, stop);
}

std::unique_ptr<Trial> DeformableScene::trial(std::string_view solver, const World& world,
                                              const RunOptions& options, const Cache& cache) const {
  std::unique_ptr<Solver<double>> made =
      find_solver(solver)->make(*solvers.settings(solver), options.precision);
  made->expect_iterations(scene.step.iterations);
  return std::make_unique<DeformableTrial>(std::move(made), motion_of(scene, world), options, cache);
}

}  // namespace simbench
