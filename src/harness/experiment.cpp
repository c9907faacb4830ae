#include "harness/experiment.h"

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/build_info.h"
#include "base/error.h"
#include "base/number_text.h"
#include "base/sha256.h"
#include "config/member.h"
#include "config/reader.h"
#include "config/writer.h"
#include "harness/archive_root.h"
#include "harness/solver_files.h"

namespace simbench {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

void require_manifest(const config::Document& document, const fs::path& file) {
  try {
    for (const char* key : {"scene_file", "solver"}) config::member(document, key, config::Kind::string);
    for (const char* key : {"scene", "options"}) config::member(document, key, config::Kind::object);
    config::member(document, "format", config::Kind::number_integer);
  } catch (const Error& error) {
    throw Error(ExitCode::usage, fmt::format("{} (this is not the manifest of a run)", error.what()));
  }
  const ordered_json& format = document.root().at("format");
  if (format != manifest_format) {
    throw Error(ExitCode::usage, fmt::format("{}: format {} of a manifest; this simbench reads format {}",
                                             file.string(), format.dump(), manifest_format));
  }
}

// Where a source file that has moved to `folder` is: at the same relative path, in a folder that its hash
// names, as in an archive, or directly in `folder`.
std::string place_of(const SourceFile& source, const fs::path& folder) {
  const fs::path before = source.path;
  if (before.is_relative() && fs::exists(folder / before)) return before.string();
  const fs::path by_hash = fs::path(source.sha256) / before.filename();
  return fs::exists(folder / by_hash) ? by_hash.string() : before.filename().string();
}

// Reads a scene whose source files have moved to `folder`. The scene keeps the old paths, because the
// manifest repeats them.
SceneFile read_moved_scene(ordered_json scene, const std::string& name, const fs::path& folder) {
  config::Document document = config::Document::of(scene, name, folder);
  SceneFile parsed = parse_scene_file(document);
  const std::vector<SourceFile> sources = parsed->source_files();
  for (const SourceFile& source : sources)
    scene[ordered_json::json_pointer(source.pointer)] = place_of(source, folder);
  SceneFile file = read_scene_file(config::Document::of(std::move(scene), name, folder));
  const std::vector<SourceFile> moved = file->source_files();
  for (std::size_t i = 0; i < sources.size(); ++i) moved[i].path = sources[i].path;
  return file;
}

bool has_hash(const fs::path& file, const std::string& hash) {
  std::error_code error;
  return fs::is_regular_file(file, error) && sha256(read_file(file)) == hash;
}

// Loads the file of a solver or of a term that is not a part of the program, if its settings name one. If the
// file has moved or changed, an unpacked archive around the manifest may have it as solvers/<hash>/<name>.
void load_source(const ordered_json& settings, FileOf what, const fs::path& manifest,
                 bool trusts_solver_files) {
  if (!settings.is_object()) return;
  const ordered_json source = settings.value("source", ordered_json());
  const ordered_json hash = settings.value("source_sha256", ordered_json());
  if (!source.is_string() || !hash.is_string()) return;
  const fs::path file = source.get<std::string>(), root = archive_around(manifest);
  const fs::path packed = root / "solvers" / hash.get<std::string>() / file.filename();
  const fs::path& found = !root.empty() && !has_hash(file, hash) && has_hash(packed, hash) ? packed : file;
  if (!trusts_solver_files) throw UntrustedSolverFile(manifest.string(), "repeating this run", found);
  if (fs::exists(found) && !has_hash(found, hash))  // before it is executed
    throw Error(ExitCode::usage, fmt::format("{}: {} has changed: its source has another hash",
                                             manifest.string(), found.string()));
  load_solver_file(found, what);
}

// The files of the run's solver, and of its terms.
void load_sources_of(const ordered_json& scene, const std::string& solver, const fs::path& manifest,
                     bool trusts_solver_files) {
  const ordered_json::json_pointer settings("/solvers/" + solver), terms("/terms");
  if (scene.contains(settings)) load_source(scene[settings], FileOf::solver, manifest, trusts_solver_files);
  if (!scene.contains(terms) || !scene[terms].is_object()) return;
  for (const ordered_json& term : scene[terms])
    load_source(term, FileOf::term, manifest, trusts_solver_files);
}

SceneFile read_scene_where_it_was(ordered_json scene, const std::string& name, const fs::path& folder) {
  try {
    return read_scene_file(config::Document::of(std::move(scene), name, folder));
  } catch (const Error& error) {
    if (error.code() != ExitCode::mesh) throw;
    throw Error(error.code(), std::string(error.what()) +
                                  "; if the files have moved, name their folder with --mesh-folder");
  }
}

}  // namespace

fs::path scene_folder(const fs::path& manifest) {
  const fs::path beside = manifest.parent_path() / "environment.json";
  if (!fs::exists(beside)) return {};
  const config::Document environment = config::Document::parse(read_file(beside), beside.string());
  return config::member(environment, "scene_folder", config::Kind::string).get<std::string>();
}

ordered_json Experiment::scene_json() const {
  return resolved_with(scene, solver);
}

ordered_json Experiment::json() const {
  RunOptions copy = options;
  return {{"solver", solver},
          {"options", config::write([&](config::Fields& fields) { copy.describe(fields); })},
          {"scene", scene_json()}};
}

ordered_json identity(ordered_json run) {
  // The limit changes no number of a run that completes.
  if (run.contains("options") && run["options"].is_object()) run["options"].erase("max_wall_seconds");
  ordered_json& scene = run["scene"];
  if (!scene.is_object()) return run;                 // somebody has edited the manifest
  scene.erase("description");                         // a description changes no number
  for (const char* section : {"solvers", "terms"}) {  // "source_sha256" identifies a source
    if (!scene.contains(section) || !scene[section].is_object()) continue;
    for (ordered_json& settings : scene[section]) {
      if (settings.is_object()) settings.erase("source");
    }
  }
  // The hash of its contents identifies a file.
  if (scene.contains("state") && scene["state"].is_object()) {
    for (const char* key : {"file", "positions", "velocities", "bodies"}) {
      if (scene["state"].contains(key + std::string("_sha256"))) scene["state"].erase(key);
    }
  }
  if (!scene.contains("body") || !scene["body"].is_object()) return run;
  for (ordered_json& source : scene["body"]) {
    if (!source.is_object() || !source.contains("sha256")) continue;
    source.erase("file");
    source.erase("surface");
  }
  return run;
}

std::string Experiment::run_id() const {
  return sha256(identity(json()).dump() + build_info().build_id).substr(0, 16);
}

Experiment Experiment::from_manifest(const fs::path& file, const fs::path& mesh_folder,
                                     bool trusts_solver_files) {
  const config::Document document = config::Document::parse(read_file(file), file.string());
  require_manifest(document, file);
  const ordered_json& manifest = document.root();
  const std::string name = manifest.at("solver");
  RunOptions options;
  ordered_json given = manifest.at("options");
  // Older builds wrote the number as a string.
  if (const auto reference = given.find("reference"); reference != given.end() && reference->is_string()) {
    if (const auto number = parse_number(reference->get<std::string>())) *reference = *number;
  }
  config::read(config::Document::of(given, file.string() + "#options"),
               [&](config::Fields& fields) { options.describe(fields); });
  load_sources_of(manifest.at("scene"), name, file, trusts_solver_files);
  const std::string scene_name = file.string() + "#scene";
  SceneFile scene = mesh_folder.empty()
                        ? read_scene_where_it_was(manifest.at("scene"), scene_name, scene_folder(file))
                        : read_moved_scene(manifest.at("scene"), scene_name, fs::absolute(mesh_folder));
  if (!scene.has_solver(name))
    throw Error(ExitCode::usage, fmt::format("{}: cannot be repeated: no solver '{}'", file.string(), name));
  return {manifest.at("scene_file"), std::move(scene), name, options};
}

}  // namespace simbench
