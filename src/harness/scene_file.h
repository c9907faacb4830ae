// A scene file: a scene of one of the registered kinds, and the settings of its solvers. scenes/ has
// examples. The JSON Schemas are scenes/scene.schema.json and scenes/rigid.schema.json (`simbench schema`
// prints them).
#pragma once

#include "harness/scene_kind.h"

namespace simbench {

// A value: copies are independent. A default-constructed or moved-from SceneFile may only be assigned to.
class SceneFile {
 public:
  SceneFile() = default;
  explicit SceneFile(std::unique_ptr<SceneWithSolvers> scene) : scene_(std::move(scene)) {}
  SceneFile(const SceneFile& other) : scene_(other.scene_ ? other.scene_->copy() : nullptr) {}
  SceneFile(SceneFile&&) noexcept = default;
  SceneFile& operator=(SceneFile other) noexcept {
    scene_ = std::move(other.scene_);
    return *this;
  }
  ~SceneFile() = default;

  const SceneWithSolvers* operator->() const { return scene_.get(); }
  SceneWithSolvers* operator->() { return scene_.get(); }
  // The scene if it is of class `Kind`, otherwise null.
  template <class Kind>
  const Kind* as() const {
    return dynamic_cast<const Kind*>(scene_.get());
  }
  template <class Kind>
  Kind* as() {
    return dynamic_cast<Kind*>(scene_.get());
  }

  void describe(config::Fields& fields);
  // Describes the scene with the settings of one solver only.
  void describe_with(config::Fields& fields, std::string_view solver);
  bool has_solver(std::string_view name) const;
  // Replaces settings of a solver that name a stored value (SceneWithSolvers::look_up_settings).
  void look_up_settings(std::string_view solver);

 private:
  std::unique_ptr<SceneWithSolvers> scene_;
};

// Reads a scene file strictly, but does not call SceneWithSolvers::finish(). Overrides have the form
// "path.to.member=value" and are applied in order before reading. Throws Error (usage).
SceneFile parse_scene_file(config::Document& document, const std::vector<std::string>& overrides = {});
// Reads a scene file and calls SceneWithSolvers::finish().
SceneFile read_scene_file(config::Document document, const std::vector<std::string>& overrides,
                          const std::filesystem::path& set_folder, SharedObjects& shared);
SceneFile read_scene_file(config::Document document, const std::vector<std::string>& overrides = {});

// The JSON of the file with all defaults resolved; it has the settings of all solvers or of one.
nlohmann::ordered_json resolved(SceneFile file);
nlohmann::ordered_json resolved_with(SceneFile file, std::string_view solver);

// The JSON Schema of scene files of a kind, for editors.
nlohmann::ordered_json scene_schema(std::string_view kind);

}  // namespace simbench
