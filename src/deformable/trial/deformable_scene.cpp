#include "deformable/trial/deformable_scene.h"

#include <algorithm>

#include "deformable/referee/minimum.h"
#include "deformable/solvers/admm.h"
#include "deformable/trial/deformable_trial.h"
#include "deformable/trial/metrics.h"
#include "deformable/trial/preparation.h"
#include "deformable/trial/tuned_weights.h"

namespace simbench {

namespace {

struct PreparedWorld final : PreparedScene {
  World world;
  explicit PreparedWorld(World prepared) : world(std::move(prepared)) {}
};

}  // namespace

DeformableScene::DeformableScene() : SceneWithSolvers(SolversSection(simbench::solvers())) {
  for (const auto& solver : external_solvers()) add(solver);
}

void DeformableScene::add(std::shared_ptr<const ExternalSolver> solver) {
  const SolverEntry added = entry_of(*solver);
  std::erase_if(external_entries_, [&](const SolverEntry& other) { return other.name == added.name; });
  external_entries_.push_back(added);
  solvers.add(added, std::make_shared<ExternalSettings>(std::move(solver)));
}

const SolverEntry& DeformableScene::entry(std::string_view solver) const {
  const SolverEntry* external = find_entry(external_entries_, solver);
  return external ? *external : *find_solver(solver);
}

std::vector<SourceFile> DeformableScene::source_files() {
  std::vector<SourceFile> sources;
  if (scene.state) sources = scene.state->source_files();
  if (scene.step.start == StepStart::given)
    sources.push_back(scene.step.start_file.source("/step/start_file"));
  if (BodyFile* const file = scene.body.file())
    sources.push_back({file->path, file->sha256, scene.body.source()});
  return sources;
}

const Columns& DeformableScene::columns() const {
  return metric_columns();
}

std::vector<std::string_view> DeformableScene::candidates() const {
  const bool is_formula = integrator(scene.step.integrator).formula != StepFormula::none;
  std::vector<std::string_view> result;
  for (const NamedSolver& solver : solvers.all()) {
    if (entry(solver.name).traits.evaluates_formulas == is_formula) result.push_back(solver.name);
  }
  return result;
}

std::vector<std::string_view> DeformableScene::usual_candidates() const {
  std::vector<std::string_view> result = candidates();
  std::erase_if(result, [&](std::string_view name) { return !entry(name).traits.is_in_all; });
  return result;
}

Declines DeformableScene::declines(std::string_view solver, Precision precision) const {
  const SolverEntry& its_entry = entry(solver);
  if (const Declines declined = its_entry.declines_precision(precision)) return declined;
  if (scene.checkpoint) {
    SolverMemory kept;
    its_entry.make(*solvers.settings(solver), precision)->list_memory(kept);
    if (const Declines declined = why_not_continued(*scene.checkpoint, solver, kept.numbers()))
      return declined;
  }
  StepStart start = scene.step.start;
  if (scene.has_terms()) {
    const TermKind kind = scene.terms ? TermKind::any : scene.contact->kind();
    if (const Declines declined = its_entry.declines_terms(precision, kind, *solvers.settings(solver)))
      return declined;
    if (its_entry.traits.takes_contact_as_constraints) start = StepStart::inertial;
  }
  return its_entry.declines_problem(kinds_of_potentials(scene), integrator(scene.step.integrator).formula,
                                    start, scene.mesh->vertex_count(), *solvers.settings(solver));
}

Declines DeformableScene::declines_options(const RunOptions& options) const {
  if (options.state_every > 0)
    return "states in tables are those of rigid bodies; --vtu writes the positions of this scene";
  if (!has_hard_constraints(kinds_of_potentials(scene))) return {};
  const std::string why = "the scene has hard constraints, and the minimum of f ignores them; ";
  if (options.reference == ReferenceKind::best) return why + "take the reference none or a number";
  if (options.reference == ReferenceKind::newton && options.until_relative_error)
    return why + "to end a run by its relative error, give the reference as a number";
  if (options.trajectory == Trajectory::newton) return why + "take the trajectory 'own'";
  return {};
}

void DeformableScene::look_up_settings(std::string_view solver,
                                       const std::function<nlohmann::ordered_json()>& scene_json) {
  if (solver != Admm<double>::name) return;
  const auto& settings = dynamic_cast<const AdmmSettings&>(*solvers.settings(solver));
  if (!std::holds_alternative<TunedFactor>(settings.weight)) return;
  const auto tuned = std::make_shared<AdmmSettings>(settings);
  tuned->weight = FixedFactor{TunedWeights(TunedWeights::default_file()).get(scene_json()).weight_factor};
  solvers.set(solver, tuned);
}

Estimate DeformableScene::estimate(std::string_view solver, const RunOptions& options) const {
  constexpr double program_bytes = 1.5e7, row_seconds = 1.1e-7;  // row_seconds is per tet
  constexpr double margin = 1.15;  // the same run takes several percent more memory on some machines
  // A triangle, with its hinges, costs about as much as a tet. A quadratic tet has the vertices of eight
  // linear ones, and couples more of them.
  const double of_tet = scene.mesh->is_quadratic() ? 8 : 1;
  const ProblemSize size{of_tet * static_cast<double>(scene.mesh->tet_count()) +
                             static_cast<double>(scene.mesh->triangle_count()),
                         static_cast<double>(scene.mesh->vertex_count())};
  const Cost cost = entry(solver).cost(size);
  const double iterations = std::min(scene.step.iterations, cost.usual_iterations);
  const double rows = iterations / options.record_every + 1;
  double bytes = cost.bytes;
  if (options.reference == ReferenceKind::newton) bytes = std::max(bytes, minimum_cost(size).bytes);
  return {length().steps *
              (cost.setup_seconds + iterations * cost.iteration_seconds + rows * row_seconds * size.tets),
          margin * (program_bytes + bytes)};
}

std::string DeformableScene::preparation() const {
  if (!scene.preparation) return {};
  const nlohmann::ordered_json members = resolved(scene);
  std::string text;
  for (const char* member : {"body", "density", "masses", "elements", "regions", "preparation"})
    text += members[member].dump();
  return text;
}

std::unique_ptr<PreparedScene> DeformableScene::prepare(const Context& context) const {
  return std::make_unique<PreparedWorld>(build_world(scene, context));
}

std::unique_ptr<Trial> DeformableScene::trial(std::string_view solver, const PreparedScene& prepared,
                                              const RunOptions& options) const {
  std::unique_ptr<Solver<double>> made = entry(solver).make(*solvers.settings(solver), options.precision);
  made->expect_iterations(scene.step.iterations);
  return std::make_unique<DeformableTrial>(std::move(made), motion(prepared), options);
}

Motion DeformableScene::motion(const PreparedScene& prepared) const {
  return motion_of(scene, dynamic_cast<const PreparedWorld&>(prepared).world);
}

std::unique_ptr<SceneWithSolvers> DeformableScene::without_preparation() const {
  if (scene.state) return nullptr;  // the files have a unit of time
  auto steps = std::make_unique<DeformableScene>(*this);
  steps->scene.preparation.reset();
  return steps;
}

}  // namespace simbench
