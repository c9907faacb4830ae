// A scene of a deformable body with the settings of its solvers.
#pragma once

#include "deformable/scene/scene.h"
#include "deformable/solvers/external.h"
#include "harness/scene_kind.h"

namespace simbench {

struct Motion;

struct DeformableScene final : SceneWithSolvers {
  Scene scene;

  // With the solvers of the program, and the registered external ones.
  DeformableScene();
  // Adds a solver to this scene; it replaces an external one of the same name.
  void add(std::shared_ptr<const ExternalSolver> solver);
  std::unique_ptr<SceneWithSolvers> copy() const override { return std::make_unique<DeformableScene>(*this); }
  std::string_view kind() const override { return "deformable"; }

  void describe(config::Fields& fields) override { scene.describe(fields); }
  void finish(const config::Document& document, const std::filesystem::path& set_folder,
              SharedObjects& shared) override {
    build_mesh(scene, document, set_folder, shared);
  }
  const std::string& description() const override { return scene.description; }
  const std::filesystem::path& folder() const override { return scene.folder; }
  std::vector<SourceFile> source_files() override;
  std::vector<std::string> notes() const override { return scene.mesh_notes; }
  std::vector<std::string> warnings() const override { return scene.state_warnings; }

  const Columns& columns() const override;
  RunLength length() const override {  // a lag of friction is a step of a run, and has a share of its time
    return {scene.step.substep_count() * scene.lags(), scene.step.iterations,
            scene.step.substep() / scene.lags()};
  }
  // Returns the solvers that evaluate formulas if the integrator has a formula, otherwise the solvers that
  // minimise.
  std::vector<std::string_view> candidates() const override;
  std::vector<std::string_view> usual_candidates() const override;
  Declines declines(std::string_view solver, Precision precision) const override;
  // Refuses options that need the minimum of f, which is not the end of a step with hard constraints.
  Declines declines_options(const RunOptions& options) const override;
  // Looks up the weight of ADMM if it is "tuned".
  void look_up_settings(std::string_view solver,
                        const std::function<nlohmann::ordered_json()>& scene_json) override;

  // The memory includes the memory of Newton's method if the run computes its reference minimum.
  Estimate estimate(std::string_view solver, const RunOptions& options) const override;
  Inspection inspect(bool derivatives) const override;

  std::string preparation() const override;
  std::unique_ptr<PreparedScene> prepare(const Context& context) const override;
  std::unique_ptr<Trial> trial(std::string_view solver, const PreparedScene& prepared,
                               const RunOptions& options) const override;
  std::unique_ptr<SceneWithSolvers> without_preparation() const override;

  // The start state and the problems of all steps. This scene and `prepared` must outlive the motion.
  Motion motion(const PreparedScene& prepared) const;

 private:
  // The entry of a solver of this scene.
  const SolverEntry& entry(std::string_view solver) const;

  std::vector<SolverEntry> external_entries_;  // their settings, in `solvers`, keep the solvers alive
};

SceneKind deformable_kind();

}  // namespace simbench
