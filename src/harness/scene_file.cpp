#include "harness/scene_file.h"

#include <algorithm>
#include <array>

#include "base/nearest_name.h"
#include "config/reader.h"
#include "config/schema.h"
#include "config/writer.h"
#include "harness/registry.h"

namespace simbench {

using nlohmann::ordered_json;

namespace {

// A file without "kind" is of the first kind.
void describe_kind(config::Fields& fields, std::string_view kind) {
  std::string word(kind);
  fields.choice("kind", word, std::array{kind},
                {.doc = "what moves", .required = kind != scene_kinds().front().name});
}

std::string kind_of(const config::Document& document) {
  std::string kind(scene_kinds().front().name);
  if (document.root().is_object()) {
    config::read(document, [&](config::Fields& fields) {
      ordered_json others;
      fields.choice("kind", kind, names_of(scene_kinds()), {});
      fields.any_members(others);
    });
  }
  return kind;
}

}  // namespace

void SceneFile::describe(config::Fields& fields) {
  describe_kind(fields, scene_->kind());
  scene_->describe(fields);
  scene_->solvers.describe(fields);
}
void SceneFile::describe_with(config::Fields& fields, std::string_view solver) {
  describe_kind(fields, scene_->kind());
  scene_->describe(fields);
  scene_->solvers.describe_only(fields, solver);
}

bool SceneFile::has_solver(std::string_view name) const {
  return find_entry(scene_->solvers.all(), name) != nullptr;
}

void SceneFile::look_up_settings(std::string_view solver) {
  scene_->look_up_settings(solver, [&] { return resolved_with(*this, solver); });
}

SceneFile parse_scene_file(config::Document& document, const std::vector<std::string>& overrides) {
  for (const std::string& assignment : overrides) document.set(assignment);
  SceneFile file(find_entry(scene_kinds(), kind_of(document))->make());
  config::read(document, [&](config::Fields& fields) { file.describe(fields); });
  return file;
}

SceneFile read_scene_file(config::Document document, const std::vector<std::string>& overrides,
                          const std::filesystem::path& set_folder, SharedObjects& shared) {
  SceneFile file = parse_scene_file(document, overrides);
  file->finish(document, set_folder, shared);
  return file;
}

SceneFile read_scene_file(config::Document document, const std::vector<std::string>& overrides) {
  SharedObjects shared;
  return read_scene_file(std::move(document), overrides, {}, shared);
}

ordered_json resolved(SceneFile file) {
  return config::write([&](config::Fields& fields) { file.describe(fields); });
}

ordered_json resolved_with(SceneFile file, std::string_view solver) {
  return config::write([&](config::Fields& fields) { file.describe_with(fields, solver); });
}

ordered_json scene_schema(std::string_view kind) {
  SceneFile file(find_entry(scene_kinds(), kind)->make());
  ordered_json schema = config::schema([&](config::Fields& fields) { file.describe(fields); });
  schema["title"] = "A scene of simbench: " + std::string(kind);
  return schema;
}

}  // namespace simbench
