// A scene of rigid bodies with its solvers, as the harness uses it (scene_file.h says what a kind of scene offers).
#pragma once

#include <memory>

#include "base/nearest_name.h"
#include "experiment/run.h"
#include "rigid/registry.h"
#include "rigid/scene.h"
#include "scene/body.h"

namespace simbench {

struct RigidScene {
  static constexpr std::string_view kind = "rigid";
  static constexpr std::string_view summary = "rigid bodies and joints";
  using Prepared = std::shared_ptr<const rigid::World>;

  rigid::Scene scene;
  SolversSection solvers{rigid::solvers()};

  void describe(config::Fields& fields) { scene.describe(fields); }
  void finish(const config::Document& document, const std::filesystem::path&, MeshStore&) {
    scene.finish(document);
    own_folder = document.folder();
  }
  const std::string& description() const { return scene.description; }
  const std::filesystem::path& folder() const { return own_folder; }
  // Each substep is a step.
  RunLength length() const {
    return {scene.step.steps * scene.step.substeps, scene.step.iterations,
            scene.step.time_step / scene.step.substeps};
  }

  std::vector<std::string_view> candidates() const { return names_of(rigid::solvers()); }
  Declines declines(std::string_view solver, Precision precision) const;
  // Errors are measured against poses: an objective alone is no reference.
  static Declines declines_options(const RunOptions& options);
  // All solvers alike, by the rows of the constraints.
  Estimate estimate(std::string_view solver, const RunOptions& options) const;

  Prepared prepare(const Cache&, const std::function<void(const std::string&)>&, const Stop&) const {
    return scene.world;
  }
  std::unique_ptr<Trial> trial(std::string_view solver, const Prepared& world, const RunOptions& options,
                               const Cache& cache) const;

  std::filesystem::path own_folder;
};

}  // namespace simbench
