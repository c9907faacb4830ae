#include "deformable/trial/deformable_trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/sha256.h"
#include "deformable/referee/reference.h"
#include "mesh/vtu.h"

namespace simbench {

namespace {

std::string positions_hash(const Positions<double>& positions) {
  return Sha256().update(std::span(positions.data(), static_cast<std::size_t>(positions.size()))).hex();
}

// 2 × springs: the ends of each spring of a body of particles; no columns for other bodies.
Eigen::MatrixXi springs_of(const IncrementalPotential<double>& problem) {
  std::vector<std::span<const int>> elements;
  const bool is_of_particles = problem.mesh->tet_count() + problem.mesh->triangle_count() == 0;
  for (const auto& potential : problem.potentials) {
    if (is_of_particles && potential->is_material()) potential->append_elements(elements);
  }
  std::erase_if(elements, [](std::span<const int> element) { return element.size() != 2; });
  Eigen::MatrixXi springs(2, static_cast<Index>(elements.size()));
  for (Index i = 0; i < springs.cols(); ++i)
    springs.col(i) = Eigen::Map<const Eigen::Vector2i>(elements[i].data());
  return springs;
}

}  // namespace

Motion motion_of(const Scene& scene, const World& world) {
  const nlohmann::ordered_json members = resolved(scene);
  std::string materials;
  for (const char* key : {"material", "regions", "potentials", "contact", "terms"}) {
    if (members.contains(key)) materials += members[key].dump();
  }
  std::vector<std::span<const TermColumn>> columns_of_terms;
  if (scene.contact) columns_of_terms = scene.contact->columns();
  if (scene.terms) {
    for (const auto& [term, values] : scene.terms->choices) columns_of_terms.emplace_back(term->columns);
  }
  return {scene.mesh,
          world.start,
          scene.checkpoint ? &scene.checkpoint->memory : nullptr,
          scene.lags(),
          scene.step.substep(),
          [&](int step) {
            return world.time.after((step + world.start.lags_done) / scene.lags(), scene.step.substep());
          },
          [&](const State& state, int step) {
            const int before = (step - 1 + world.start.lags_done) / scene.lags();
            return step_problem(scene, world, state, before + 1);
          },
          materials,
          columns_of_terms};
}

// The forces of friction of a later lag vanish with the slip, where the reference's hash looks at them.
std::string Motion::key(const State& state) const {
  return state.lags_done > 0 ? materials + positions_hash(state.lagged_positions) : materials;
}

State Motion::advanced(const IncrementalPotential<double>& posed, const State& state,
                       const Positions<double>& positions) const {
  if (state.lags_done + 1 >= lags) return Integrator::advanced(posed, state, positions);
  State again = state;
  ++again.lags_done;
  again.lagged_positions = positions;
  return again;
}

DeformableTrial::DeformableTrial(std::unique_ptr<Solver<double>> solver, Motion motion,
                                 const RunOptions& options)
    : solver_(std::move(solver)),
      columns_(metric_columns()),
      motion_(std::move(motion)),
      precision_(options.precision),
      reference_kind_(options.reference),
      reference_number_(options.reference_number),
      trajectory_(options.trajectory),
      has_checkpoints_(options.checkpoint_every > 0),
      state_(motion_.start) {
  for (const Column& column : solver_->own_columns()) columns_.list.push_back(column);
  add_columns_of_terms();
  if (motion_.memory) {
    SolverMemory memory(*motion_.memory);
    solver_->list_memory(memory);
  }
}

// For each term its energy and its own columns, then the part of a step that all of them allow.
void DeformableTrial::add_columns_of_terms() {
  const auto add = [&](const Column& column) {
    if (std::ranges::find(columns_.list, column.name, &Column::name) != columns_.list.end())
      throw Error(ExitCode::usage,
                  fmt::format("two columns of this run have the name '{}'; rename one", column.name));
    columns_.list.push_back(column);
  };
  for (const auto& columns : motion_.columns_of_terms) {
    for (const auto& [name, unit, meaning] : columns) add({name, unit, meaning});
  }
  if (!motion_.columns_of_terms.empty())
    add({"allowed_step", "1", "part of the first step of a search that the terms allow"});
}

void DeformableTrial::append_numbers_of_terms(const IterationReport& report,
                                              std::vector<std::optional<double>>& values) {
  if (motion_.columns_of_terms.empty()) return;
  for (std::size_t t = 0; t < motion_.columns_of_terms.size(); ++t) {
    std::vector<double> numbers(motion_.columns_of_terms[t].size());
    numbers.front() = observer_->term_energies()[t];
    problem_->terms[t]->measure(positions(), std::span(numbers).subspan(1));
    for (const double number : numbers)
      values.push_back(std::isnan(number) ? std::nullopt : std::optional(number));
  }
  values.push_back(report.diagnostics["allowed_step"]);
}

std::optional<Reference> DeformableTrial::pose_step(bool is_last, const Context& context) {
  follows_minimum_ = trajectory_ == Trajectory::newton && (!is_last || has_checkpoints_);
  observer_.reset();
  problem_.emplace(motion_.problem(state_, ++step_));
  start_not_allowed_ = why_not_allowed();
  const std::optional<Reference> reference = reference_of_step(context);
  observer_.emplace(*problem_, reference ? std::optional(reference->minimum) : std::nullopt, minimiser(),
                    precision_);
  return reference;
}

// Also stores the positions of the minimum.
std::optional<Reference> DeformableTrial::reference_of_step(const Context& context) {
  minimum_.reset();
  std::optional<Reference> newton;
  const bool needs_minimum = reference_kind_ == ReferenceKind::newton || follows_minimum_;
  if (needs_minimum && problem_->has_hard_constraints()) {
    if (step_ == 1) context.warn("the minimum of f ignores hard constraints; relative errors stay empty");
  } else if (needs_minimum) {
    Positions<double> minimum;
    newton = reference_minimum(*problem_, motion_.key(state_), context, &minimum);
    if (minimum.size() > 0) minimum_ = std::move(minimum);
  }
  if (reference_kind_ == ReferenceKind::newton) return newton;
  if (reference_kind_ == ReferenceKind::number) return Reference{reference_number_, {}};
  return {};
}

const Positions<double>* DeformableTrial::minimiser() const {
  return reference_kind_ == ReferenceKind::newton && minimum_ ? &*minimum_ : nullptr;
}

std::optional<Failure> DeformableTrial::begin_step() {
  report_.reset();
  const Work before = work_done;
  std::optional<Failure> failure = solver_->begin_step(*problem_);  // sets the iterate in any case
  work_ += work_done - before;
  return start_not_allowed_ ? start_not_allowed_ : failure;
}

// A term that does not allow the positions where the step begins: a solver could not begin there.
std::optional<Failure> DeformableTrial::why_not_allowed() const {
  if (problem_->terms.empty()) return {};
  const Positions<double> start = problem_->start_positions();
  const Positions<double> way = start - problem_->previous_positions;
  for (const auto& term : problem_->terms) {
    if (problem_->start == StepStart::previous && !way.isZero(0) &&
        term->largest_step(problem_->previous_positions, way) < 1)
      return Failure{Status::diverged,
                     fmt::format("held vertices move too far at the start of this step for the term {}; let "
                                 "them move more slowly, or take a shorter time step",
                                 term->name())};
    if (!std::isfinite(term->value(start)) || !term->allows(start))
      return Failure{
          Status::diverged,
          fmt::format("the term {} does not allow the positions where the step begins{}", term->name(),
                      problem_->start == StepStart::previous
                          ? ""
                          : "; set step.start to previous, where the last step has ended")};
  }
  return {};
}

std::optional<Failure> DeformableTrial::iterate() {
  const Work before = work_done;
  const IterationReport report = solver_->iterate();
  if (report.stop) return report.stop;  // the iterate, and the work up to it, are those of the last iteration
  work_ += work_done - before;
  report_ = report;
  return {};
}

std::vector<std::optional<double>> DeformableTrial::observe() {
  IterationReport report;
  std::vector<ConstraintState<double>>* constraints = nullptr;
  if (report_) {
    report = *report_;
    constraints = solver_->constraints();
    if (!constraints) solver_->complete(report);
  }
  std::vector<std::optional<double>> values = observer_->observe(positions(), report, work_, constraints);
  for (const Column& column : solver_->own_columns()) values.push_back(report.diagnostics[column.name]);
  append_numbers_of_terms(report, values);
  return values;
}

std::optional<Failure> DeformableTrial::breakdown() const {
  if (positions().allFinite()) return {};
  return Failure{Status::diverged, "the positions are not finite"};
}

std::vector<SnapshotFile> DeformableTrial::snapshot() const {
  VectorX<double> densities = VectorX<double>::Zero(problem_->mesh->tet_count());
  for (const auto& potential : problem_->potentials) potential->add_tet_densities(positions(), densities);
  return {{"positions", ".vtu",
           vtu_text(*problem_->mesh, positions(), densities, minimiser(), springs_of(*problem_))}};
}

State DeformableTrial::end_of_step() const {
  return motion_.advanced(*problem_, state_, follows_minimum_ && minimum_ ? *minimum_ : positions());
}

Checkpoint DeformableTrial::checkpoint(int step) const {
  SolverMemory memory;
  solver_->list_memory(memory);
  return {.system = mesh_sha256(*motion_.mesh),
          .time = motion_.time(step),
          .state = numbers_of(step == 0 ? state_ : end_of_step(), motion_.time_step),
          .memory = memory.numbers()};
}

std::optional<Failure> DeformableTrial::end_step() {
  if (follows_minimum_ && !minimum_) {
    return Failure{
        Status::no_minimum,
        "newton found no minimum of this step, so the next step cannot begin there; use --trajectory own"};
  }
  state_ = end_of_step();
  return {};
}

nlohmann::ordered_json DeformableTrial::manifest_entries() const {
  const TetMesh& mesh = *problem_->mesh;
  nlohmann::ordered_json entries = {{"mesh_sha256", mesh_sha256(mesh)},
                                    {"start_positions_sha256", positions_hash(motion_.start.positions)},
                                    {"vertices", mesh.vertex_count()},
                                    {"tets", mesh.tet_count()}};
  if (const std::string_view order = solver_->elimination_order(); !order.empty())
    entries["elimination_order"] = order;
  if (const std::optional<int> factorisations = solver_->factorisations(); factorisations > 0)
    entries["factorisations"] = *factorisations;
  for (std::size_t i = metric_columns().list.size(); i < columns_.list.size(); ++i) {
    const auto& [name, unit, meaning] = columns_.list[i];
    entries["columns"][std::string(name)] = {{"unit", unit}, {"meaning", meaning}};
  }
  return entries;
}

}  // namespace simbench
