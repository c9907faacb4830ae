// A scene of rigid bodies with the settings of its solvers.
#pragma once

#include "base/nearest_name.h"
#include "harness/scene_kind.h"
#include "rigid/scene/scene.h"
#include "rigid/solvers/registry.h"

namespace simbench {

struct RigidScene final : SceneWithSolvers {
  rigid::Scene scene;

  RigidScene() : SceneWithSolvers(SolversSection(rigid::solvers())) {}
  std::unique_ptr<SceneWithSolvers> copy() const override { return std::make_unique<RigidScene>(*this); }
  std::string_view kind() const override { return "rigid"; }

  void describe(config::Fields& fields) override { scene.describe(fields); }
  void finish(const config::Document& document, const std::filesystem::path& set_folder,
              SharedObjects&) override {
    scene.finish(document, set_folder);
    folder_ = document.folder();
  }
  const std::string& description() const override { return scene.description; }
  const std::filesystem::path& folder() const override { return folder_; }
  std::vector<SourceFile> source_files() override {
    return scene.state ? scene.state->source_files() : std::vector<SourceFile>();
  }

  std::vector<std::string> warnings() const override { return scene.state_warnings; }

  const Columns& columns() const override;
  // The harness counts each substep as a step.
  RunLength length() const override {
    return {scene.step.steps * scene.step.substeps, scene.step.iterations,
            scene.step.time_step / scene.step.substeps};
  }
  std::vector<std::string_view> candidates() const override { return names_of(rigid::solvers()); }
  Declines declines(std::string_view solver, Precision precision) const override;
  // Refuses a reference that is only a number, because errors are distances to the poses X*.
  Declines declines_options(const RunOptions& options) const override;

  // The estimate depends on the number of rows of the constraints; it is the same for all solvers.
  Estimate estimate(std::string_view solver, const RunOptions& options) const override;
  Inspection inspect(bool derivatives) const override;

  std::unique_ptr<PreparedScene> prepare(const Context& context) const override;
  std::unique_ptr<Trial> trial(std::string_view solver, const PreparedScene& prepared,
                               const RunOptions& options) const override;

 private:
  std::filesystem::path folder_;
};

SceneKind rigid_kind();

}  // namespace simbench
