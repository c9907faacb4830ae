#include "harness/state_source.h"

#include <fmt/format.h>

#include <array>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/sha256.h"
#include "harness/named_files.h"

namespace simbench {

namespace fs = std::filesystem;

void HashedFile::describe(config::Fields& fields, const std::string& key, std::string_view doc,
                          std::string_view example) {
  fields.optional_text(key, path, {.doc = doc, .example = example});
  fields.optional_text(key + "_sha256", sha256,
                       {.doc = "hash of that file's contents; a file with another hash is refused",
                        .example = "8ac15ec3a62d3f5e0bb9cd5c9f0d84e0ab1c4c8d4ee9b8e1b2aa8ee8a3b2b9f1"});
  fields.require(path || !sha256, key + "_sha256",
                 fmt::format("this is the hash of '{}', which is missing", key));
}

fs::path HashedFile::found(const std::string& pointer, const config::Document& document,
                           const fs::path& set_folder) {
  std::vector<fs::path> folders = {document.folder()};
  if (document.was_set(pointer))
    folders.insert(folders.begin(), set_folder.empty() ? fs::current_path() : set_folder);
  const fs::path folder = folder_that_has(*path, folders);
  if (folder != document.folder()) path = fs::absolute(folder / *path).lexically_normal().string();
  return folder / *path;
}

SourceFile HashedFile::source(const std::string& pointer) {
  if (!sha256) sha256.emplace();
  return {*path, *sha256, pointer};
}

void HashedFile::check(const std::string& contents_sha256) {
  if (sha256 && !sha256->empty() && *sha256 != contents_sha256) {
    throw Error(ExitCode::mesh, fmt::format("{}: not the requested file: its sha256 is {}, not {}", *path,
                                            contents_sha256, *sha256));
  }
  sha256 = contents_sha256;
}

void StateSource::describe(config::Fields& fields, const config::Describe& others) {
  static constexpr std::array<std::string_view, 2> words = {"kept", "none"};
  file.describe(fields, "file", "a checkpoint of a run (--checkpoint-every)",
                "runs/beam/qn/checkpoint_000005.json");
  others(fields);
  fields.optional_number(
      "time", time,
      {.unit = "s",
       .doc = "time since the motion began, which decides where anchors are; if left out, that of "
              "the file, or 0",
       .range = config::non_negative,
       .example = "0.4"});
  fields.unused(!file.path, {"memory"}, "file", "only a checkpoint (file) has one");
  config::choice(
      fields, "memory", memory, words,
      {.doc = "kept: a solver that keeps multipliers, penalties or the like from step to step continues "
              "with those in `file`, and declines those of another solver; none: it begins as in a "
              "first step"});
}

Checkpoint StateSource::read(std::string_view kind, const config::Document& document,
                             const fs::path& set_folder) {
  const fs::path place = file.found("/state/file", document, set_folder);
  const std::string contents = read_file(place, largest_checkpoint_file);
  file.check(Sha256().update(contents).hex());
  Checkpoint stored = Checkpoint::parse(config::Document::parse(contents, place.string()));
  if (stored.kind != kind) {
    document.fail("/state/file",
                  fmt::format("{}: a checkpoint of a scene of kind '{}'; this scene is of kind '{}'",
                              place.string(), stored.kind, kind));
  }
  if (time) stored.time = *time;
  if (memory == StateMemory::none) {
    stored.solver.clear();
    stored.memory.clear();
  }
  return stored;
}

Declines why_not_continued(const Checkpoint& stored, std::string_view solver, const NamedNumbers& kept) {
  if (stored.solver.empty()) return {};
  for (const auto& [name, numbers] : kept) {
    const bool is_own = stored.solver == solver;
    if (is_own && stored.memory.contains(name)) continue;
    return fmt::format(
        "it keeps its {} from step to step, and the state was written by {}{}; set state.memory to none to "
        "begin without",
        name, stored.solver, is_own ? " with settings that keep none" : "");
  }
  return {};
}

}  // namespace simbench
