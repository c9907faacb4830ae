#include "harness/scene_kind.h"

#include <algorithm>
#include <stdexcept>

#include "harness/registry.h"

namespace simbench {

namespace {

std::vector<SceneKind>& registered_kinds() {
  static std::vector<SceneKind> kinds;
  return kinds;
}

}  // namespace

void register_scene_kind(SceneKind kind) {
  if (find_entry(registered_kinds(), kind.name))
    throw std::logic_error("a kind of scene is registered twice: " + std::string(kind.name));
  registered_kinds().push_back(std::move(kind));
}

const std::vector<SceneKind>& scene_kinds() {
  if (registered_kinds().empty())
    throw std::logic_error("no kind of scene is registered; call register_systems() first");
  return registered_kinds();
}

std::vector<std::string_view> solver_names() {
  std::vector<std::string_view> names;
  for (const SceneKind& kind : scene_kinds()) {
    for (const NamedSolver& solver : kind.solvers()) {
      if (std::ranges::find(names, solver.name) == names.end()) names.push_back(solver.name);
    }
  }
  return names;
}

}  // namespace simbench
