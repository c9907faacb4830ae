#include "experiment/run_configuration.h"

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/build_info.h"
#include "base/error.h"
#include "base/sha256.h"
#include "config/member.h"
#include "config/reader.h"
#include "config/writer.h"

namespace simbench {

using nlohmann::ordered_json;

ordered_json RunConfiguration::json() const {
  RunOptions copy = options;
  return {{"solver", solver},
          {"options", config::write([&](config::Fields& fields) { copy.describe(fields); })},
          {"scene", scene}};
}

ordered_json identity(ordered_json run) {
  // A run that is not cut short has the numbers of one without a limit.
  if (run.contains("options") && run["options"].is_object()) run["options"].erase("max_wall_seconds");
  ordered_json& scene = run["scene"];
  if (!scene.is_object()) return run;  // somebody has spoilt it
  scene.erase("description");          // words change no number
  if (!scene["body"].is_object()) return run;
  for (ordered_json& source : scene["body"]) {  // a mesh is known by its contents
    if (!source.is_object() || !source.contains("sha256")) continue;
    source.erase("file");
    source.erase("surface");
  }
  return run;
}

std::string RunConfiguration::run_id() const {
  return sha256(identity(json()).dump() + build_info().build_id).substr(0, 16);
}

Scene RunConfiguration::parsed_scene(const std::string& name) const {
  return read_scene(config::Document::parse(scene.dump(2), name, scene_folder), {});
}

RunConfiguration RunConfiguration::from_manifest(const std::filesystem::path& file) {
  using Kind = ordered_json::value_t;
  RunConfiguration configuration;
  const config::Document document = config::Document::parse(read_file(file), file.string());
  try {
    configuration.scene_file = config::member(document, "scene_file", Kind::string);
    configuration.scene = config::member(document, "scene", Kind::object);
    configuration.solver = config::member(document, "solver", Kind::string);
    config::member(document, "options", Kind::object);
    config::member(document, "format", Kind::number_integer);
  } catch (const Error& error) {
    throw Error(ExitCode::usage, fmt::format("{} (this is not the manifest of a run)", error.what()));
  }
  const ordered_json& manifest = document.root();
  if (manifest.at("format") != manifest_format) {
    throw Error(ExitCode::usage, fmt::format("{}: format {} of a manifest; this simbench reads format {}",
                                             file.string(), manifest.at("format").dump(), manifest_format));
  }
  config::read(config::Document::parse(manifest.at("options").dump(2), file.string() + "#options"),
               [&](config::Fields& fields) { configuration.options.describe(fields); });
  const std::filesystem::path beside = file.parent_path() / "environment.json";
  if (std::filesystem::exists(beside)) {
    const config::Document environment = config::Document::parse(read_file(beside), beside.string());
    configuration.scene_folder = config::member(environment, "scene_folder", Kind::string).get<std::string>();
  }
  return configuration;
}

}  // namespace simbench
