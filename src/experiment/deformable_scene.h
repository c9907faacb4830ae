// A scene of a deformable body with its solvers, as the harness uses it (scene_file.h says what a kind of scene offers).
#pragma once

#include <memory>

#include "experiment/deformable_trial.h"
#include "experiment/run.h"
#include "scene/scene.h"
#include "solver/registry.h"

namespace simbench {

struct DeformableScene {
  static constexpr std::string_view kind = "deformable";
  static constexpr std::string_view summary = "tets, springs or particles";
  using Prepared = World;

  Scene scene;
  SolversSection solvers{simbench::solvers()};

  void describe(config::Fields& fields) { scene.describe(fields); }
  void finish(const config::Document& document, const std::filesystem::path& set_folder, MeshStore& meshes) {
    build_mesh(scene, document, set_folder, meshes);
  }
  const std::string& description() const { return scene.description; }
  const std::filesystem::path& folder() const { return scene.folder; }
  RunLength length() const { return {scene.step.steps, scene.step.iterations, scene.step.time_step}; }

  // Those that go with the integrator: they minimise, or evaluate its formula.
  std::vector<std::string_view> candidates() const;
  Declines declines(std::string_view solver, Precision precision) const;
  static Declines declines_options(const RunOptions&) { return {}; }
  // A run that looks for its own reference minimum needs Newton's memory.
  Estimate estimate(std::string_view solver, const RunOptions& options) const;

  World prepare(const Cache& cache, const std::function<void(const std::string&)>& note,
                const Stop& stop) const;
  std::unique_ptr<Trial> trial(std::string_view solver, const World& world, const RunOptions& options,
                               const Cache& cache) const;
};

}  // namespace simbench
