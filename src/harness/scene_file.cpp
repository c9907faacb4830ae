#include "harness/scene_file.h"

#include <algorithm>
#include <array>

#include "base/error.h"
#include "base/nearest_name.h"
#include "config/reader.h"
#include "config/schema.h"
#include "config/schema_members.h"
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

// Finds the first value outside of lists that has the name `word`, or the symbol `word` in its description
// ("stiffness k of the strain energy"). Returns its dotted path and description; empty if there is none.
std::string meant_setting(const std::string& word, const ordered_json& schema, const std::string& prefix) {
  std::string meant;
  config::visit_members(config::forms_of(schema), [&](const std::string& key, const ordered_json& member) {
    if (!meant.empty()) return;
    const std::string path = prefix + key, description = member.value("description", "");
    const bool has_name = !prefix.empty() && key == word;
    const bool has_symbol = (" " + description + " ").find(" " + word + " ") != std::string::npos;
    if (member.contains("properties") || member.contains("oneOf"))
      meant = meant_setting(word, member, path + ".");
    else if (has_name || has_symbol)
      meant = path + " (" + description + ")";
  });
  return meant;
}

// For messages about overrides like k=1e9, which name no section of the scene.
std::string meant_settings(const config::Document& document, std::string_view kind) {
  std::vector<std::string> words;
  for (const std::string& pointer : document.set_pointers()) {
    if (pointer.find('/', 1) == std::string::npos) words.push_back(pointer.substr(1));
  }
  if (words.empty()) return {};
  const ordered_json schema = scene_schema(kind);
  std::string text;
  for (const std::string& word : words) {
    if (schema["properties"].contains(word)) continue;
    if (const std::string meant = meant_setting(word, schema, ""); !meant.empty())
      text += "; did you mean " + meant + "?";
  }
  return text;
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
  try {
    config::read(document, [&](config::Fields& fields) { file.describe(fields); });
  } catch (const Error& error) {
    throw Error(error.code(), error.what() + meant_settings(document, file->kind()));
  }
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
