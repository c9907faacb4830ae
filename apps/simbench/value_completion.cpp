#include "simbench/value_completion.h"

#include <algorithm>
#include <cctype>

#include "base/split.h"
#include "config/schema.h"
#include "harness/scene_file.h"
#include "simbench/setting_completion.h"
#include "sweep/plan.h"

namespace simbench {

namespace {

// The possible kinds of scenes: the kind of the given scene, or all kinds if no scene is given.
std::vector<SceneKind> kinds_of(const GivenFiles& files) {
  std::vector<SceneKind> kinds = scene_kinds();
  try {
    std::string scene = files.scene;
    if (!files.plan.empty()) scene = config::Document::read(named_plans.find(files.plan)).root().at("scene");
    if (scene.empty()) return kinds;
    config::Document document = config::Document::read(named_scenes.find(scene));
    const std::string_view kind = parse_scene_file(document)->kind();
    std::erase_if(kinds, [&](const SceneKind& entry) { return entry.name != kind; });
  } catch (const std::exception&) {  // the file is missing or not a scene, so its kind is unknown
  }
  return kinds;
}

Completions names_of_files(const NamedFiles& named, const std::string& typed) {
  Completions all;
  for (const std::filesystem::path& file : named.all()) {
    if (file.stem().string().starts_with(typed)) all.push_back({file.stem().string(), ""});
  }
  if (all.empty()) all.push_back({completion_of_files, ""});
  return all;
}

// "{newton,none,FLOAT}": newton, none.
Completions words_of(const std::string& type) {
  Completions all;
  for (const std::string_view word : split(std::string_view(type).substr(1, type.size() - 2), ',')) {
    if (!std::isupper(static_cast<unsigned char>(word.front()))) all.push_back({std::string(word), ""});
  }
  return all;
}

// Completes "qn,admm[weight=auto,vol": the solver after the last comma, or a setting in an open bracket.
Completions solver_list(const std::string& typed, const std::vector<SceneKind>& kinds) {
  const std::size_t open = typed.rfind('[');
  const bool in_brackets = open != std::string::npos && typed.find(']', open) == std::string::npos;
  const std::size_t begin = in_brackets ? typed.find_last_of("[,") + 1 : typed.rfind(',') + 1;
  const std::string before = typed.substr(0, begin);
  const std::size_t name = typed.rfind(',', open) + 1;  // begin of the solver with the open bracket
  Completions all;
  for (const SceneKind& kind : kinds) {
    for (const NamedSolver& solver : kind.solvers()) {
      if (!in_brackets) {
        all.push_back({before + std::string(solver.name), std::string(solver.summary)});
      } else if (typed.substr(name, open - name) == solver.name) {
        const std::shared_ptr<SolverSettings> settings = solver.default_settings();
        const auto schema = config::schema([&](config::Fields& fields) { settings->describe(fields); });
        for (const Completion& each : setting_completions(schema, std::string_view(typed).substr(begin)))
          all.push_back({before + each.text, each.meaning});
      }
    }
  }
  if (begin == 0) {
    all.push_back({"all", "the usual solvers that accept the scene"});
    all.push_back({"every", "every solver that accepts the scene"});
  }
  return all;
}

}  // namespace

void GivenFiles::note(const std::string& type, const std::string& value) {
  if (type == "SCENE") scene = value;
  if (type == "PLAN") plan = value;
}

Completions values_of(const std::string& type, const std::string& typed, const GivenFiles& files) {
  if (type == "TEXT") return {{completion_of_files, ""}};
  if (type == "SCENE") return names_of_files(named_scenes, typed);
  if (type == "PLAN") return names_of_files(named_plans, typed);
  if (type == "SOLVER") return solver_list(typed, kinds_of(files));
  if (type.starts_with('{')) return words_of(type);
  if (type != "PATH=VALUE") return {};
  Completions all;
  for (const SceneKind& kind : kinds_of(files)) {
    for (Completion& each : setting_completions(scene_schema(kind.name), typed))
      all.push_back(std::move(each));
  }
  return all;
}

}  // namespace simbench
