#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/print_out.h"
#include "harness/registry.h"
#include "simbench/commands.h"
#include "simbench/python_program.h"

namespace simbench {

namespace fs = std::filesystem;

namespace {

// Writes a new file. Unlike write_file_atomically(), it never replaces an existing one.
void write_new(const fs::path& file, const std::string& contents) {
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0 && errno == EEXIST)
    throw Error(ExitCode::output,
                fmt::format("{}: exists already and is not replaced; choose another name", file.string()));
  const bool written = descriptor >= 0 && ::write(descriptor, contents.data(), contents.size()) ==
                                              static_cast<ssize_t>(contents.size());
  const int error = errno;
  if (descriptor >= 0) ::close(descriptor);
  if (written) return;
  if (descriptor >= 0) ::unlink(file.c_str());
  throw Error(ExitCode::output, fmt::format("{}: cannot write: {}", file.string(), std::strerror(error)));
}

}  // namespace

ExitCode new_scene_command(const NewSceneArguments& arguments) {
  const SceneKind& kind = *find_entry(scene_kinds(), arguments.kind);
  const fs::path schema = fs::absolute(named_scenes.find(std::string(kind.schema_file))).lexically_normal();
  if (!arguments.mesh.empty()) {
    std::vector<std::string> words = {"--schema", schema.string()};
    if (!arguments.scale.empty()) words.push_back("--scale=" + arguments.scale);
    if (!arguments.experiment.empty()) words.push_back("--experiment=" + arguments.experiment);
    if (arguments.frames > 0) words.push_back(fmt::format("--frames={}", arguments.frames));
    words.insert(words.end(), {"--", arguments.name, arguments.mesh.string()});
    become_python_program("new-scene", words);
  }
  const fs::path file = arguments.name.ends_with(".json") ? arguments.name : arguments.name + ".json";
  write_new(file, fmt::format(fmt::runtime(kind.first_scene), nlohmann::json(schema.string()).dump(),
                              arguments.frames > 0 ? arguments.frames : kind.first_steps));
  print_out("{}: written; a scene of this kind has these sections:\n", file.string());
  const nlohmann::ordered_json sections = scene_schema(kind.name)["properties"];
  for (const auto& [key, section] : sections.items()) {
    if (section.is_object()) print_out("  {:<17} {}\n", key, section.value("description", ""));
  }
  const std::string given = file.parent_path().empty() ? file.stem().string() : file.string();
  print_out(
      "{1} has every key with an example. Next:\n  simbench check {0}\n  simbench --scene {0} "
      "--solver all\n",
      given, kind.page);
  return ExitCode::ok;
}

}  // namespace simbench
