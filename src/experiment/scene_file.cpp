#include "experiment/scene_file.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/nearest_name.h"
#include "config/reader.h"
#include "config/schema.h"
#include "config/writer.h"

namespace simbench {

using nlohmann::ordered_json;

namespace {

// body(std::type_identity<Kind>()) for each kind of scene.
template <class Body>
void for_each_kind(const Body& body) {
  [&]<class... Kinds>(std::type_identity<std::variant<Kinds...>>) {
    (body(std::type_identity<Kinds>()), ...);
  }(std::type_identity<SceneKind>());
}

constexpr std::string_view default_kind = DeformableScene::kind;

// A file that leaves its kind out is of the default one.
void describe_kind(config::Fields& fields, std::string_view kind) {
  std::string word(kind);
  fields.choice("kind", word, std::array{kind}, {.doc = "what moves", .required = kind != default_kind});
}

std::string kind_of(const config::Document& document) {
  std::string kind(default_kind);
  if (document.root().is_object()) {
    config::read(document, [&](config::Fields& fields) {
      ordered_json others;
      fields.choice("kind", kind, names_of(scene_kinds()), {});
      fields.any_members(others);
    });
  }
  return kind;
}

SceneFile scene_of_kind(std::string_view name) {
  SceneFile file;
  for_each_kind([&]<class Kind>(std::type_identity<Kind>) {
    if (Kind::kind == name) file = SceneFile(Kind());
  });
  return file;
}

}  // namespace

const std::vector<KindEntry>& scene_kinds() {
  static const std::vector<KindEntry> kinds = [] {
    std::vector<KindEntry> result;
    for_each_kind([&]<class Kind>(std::type_identity<Kind>) {
      result.push_back({Kind::kind, Kind::summary, Kind().solvers.all()});
    });
    return result;
  }();
  return kinds;
}

std::vector<std::string_view> solver_names() {
  std::vector<std::string_view> names;
  for (const KindEntry& kind : scene_kinds()) {
    for (const NamedSolver& solver : kind.solvers) {
      if (std::ranges::find(names, solver.name) == names.end()) names.push_back(solver.name);
    }
  }
  return names;
}

void SceneFile::describe(config::Fields& fields) {
  describe_scene(fields).describe(fields);
}
void SceneFile::describe_with(config::Fields& fields, std::string_view solver) {
  describe_scene(fields).describe_only(fields, solver);
}

SolversSection& SceneFile::describe_scene(config::Fields& fields) {
  describe_kind(fields, kind());
  return std::visit(
      [&](auto& scene) -> SolversSection& {
        scene.describe(fields);
        return scene.solvers;
      },
      scene_);
}

void SceneFile::finish(const config::Document& document, const std::filesystem::path& set_folder,
                       MeshStore& meshes) {
  std::visit([&](auto& scene) { scene.finish(document, set_folder, meshes); }, scene_);
}

std::string_view SceneFile::kind() const {
  return std::visit([](const auto& scene) { return scene.kind; }, scene_);
}
const std::vector<NamedSolver>& SceneFile::solvers() const {
  return scene_kinds()[scene_.index()].solvers;
}
bool SceneFile::has_solver(std::string_view name) const {
  return std::ranges::find(solvers(), name, &NamedSolver::name) != solvers().end();
}
BodyFile* SceneFile::body_file() {
  DeformableScene* const deformable = as<DeformableScene>();
  return deformable ? deformable->scene.body.file() : nullptr;
}
const std::string& SceneFile::description() const {
  return std::visit([](const auto& scene) -> const std::string& { return scene.description(); }, scene_);
}
const std::filesystem::path& SceneFile::folder() const {
  return std::visit([](const auto& scene) -> const std::filesystem::path& { return scene.folder(); }, scene_);
}
RunLength SceneFile::length() const {
  return std::visit([](const auto& scene) { return scene.length(); }, scene_);
}
std::vector<std::string_view> SceneFile::candidates() const {
  return std::visit([](const auto& scene) { return scene.candidates(); }, scene_);
}
Declines SceneFile::declines(std::string_view solver, Precision precision) const {
  return std::visit([&](const auto& scene) { return scene.declines(solver, precision); }, scene_);
}
Declines SceneFile::declines_options(const RunOptions& options) const {
  return std::visit([&](const auto& scene) { return scene.declines_options(options); }, scene_);
}

Estimate SceneFile::estimate(std::string_view solver, const RunOptions& options) const {
  return std::visit([&](const auto& scene) { return scene.estimate(solver, options); }, scene_);
}

PreparedScene SceneFile::prepare(const Cache& cache, const std::function<void(const std::string&)>& note,
                                 const Stop& stop) const {
  return std::visit([&](const auto& scene) -> PreparedScene { return scene.prepare(cache, note, stop); },
                    scene_);
}

std::unique_ptr<Trial> SceneFile::trial(std::string_view solver, const PreparedScene& prepared,
                                        const RunOptions& options, const Cache& cache) const {
  return std::visit(
      [&]<class Kind>(const Kind& scene) {
        return scene.trial(solver, std::get<typename Kind::Prepared>(prepared), options, cache);
      },
      scene_);
}

SceneFile parse_scene_file(config::Document& document, const std::vector<std::string>& overrides) {
  for (const std::string& assignment : overrides) document.set(assignment);
  SceneFile file = scene_of_kind(kind_of(document));
  config::read(document, [&](config::Fields& fields) { file.describe(fields); });
  return file;
}

SceneFile read_scene_file(config::Document document, const std::vector<std::string>& overrides,
                          const std::filesystem::path& set_folder, MeshStore& meshes) {
  SceneFile file = parse_scene_file(document, overrides);
  file.finish(document, set_folder, meshes);
  return file;
}

SceneFile read_scene_file(config::Document document, const std::vector<std::string>& overrides) {
  MeshStore meshes;
  return read_scene_file(std::move(document), overrides, {}, meshes);
}

ordered_json resolved(SceneFile file) {
  return config::write([&](config::Fields& fields) { file.describe(fields); });
}

ordered_json resolved(Scene scene) {
  return config::write([&](config::Fields& fields) { scene.describe(fields); });
}

ordered_json scene_schema(std::string_view kind) {
  SceneFile file = scene_of_kind(kind);
  if (DeformableScene* deformable = file.as<DeformableScene>()) deformable->scene.preparation.emplace();
  ordered_json schema = config::schema([&](config::Fields& fields) { file.describe(fields); });
  schema["title"] = "A scene of simbench: " + std::string(kind);
  return schema;
}

}  // namespace simbench
