#include "experiment/deformable_scene.h"

#include "experiment/preparation.h"

namespace simbench {

std::vector<std::string_view> DeformableScene::candidates() const {
  const bool is_formula = integrator(scene.step.integrator).formula != StepFormula::none;
  std::vector<std::string_view> result;
  for (const SolverEntry& entry : simbench::solvers()) {
    if (entry.evaluates_formulas == is_formula) result.push_back(entry.name);
  }
  return result;
}

Declines DeformableScene::declines(std::string_view solver, Precision) const {
  return find_solver(solver)->declines_problem(kinds_of_potentials(scene),
                                               integrator(scene.step.integrator).formula,
                                               scene.mesh->vertex_count(), *solvers.settings(solver));
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
