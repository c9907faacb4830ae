#include "simbench/term_choice.h"

#include <fmt/format.h>

#include "base/error.h"
#include "harness/solver_files.h"
#include "simbench/settings_in_brackets.h"

namespace simbench {

void add_terms(const std::vector<std::string>& texts, config::Document& scene) {
  constexpr std::string_view option = "--term";
  for (const std::string& text : texts) {
    const std::string file = name_before_brackets(text), typed = fmt::format("{} {}", option, text);
    if (!names_solver_file(file))
      throw Error(ExitCode::usage, typed + ": expected a Python file, as in barrier.py[stiffness=1e4]");
    const std::string name = load_solver_file(file, FileOf::term), path = "terms." + name;
    const bool has_it = scene.root().is_object() && scene.root().contains("terms") &&
                        scene.root()["terms"].is_object() && scene.root()["terms"].contains(name);
    if (!has_it) scene.set(path, "{}", typed);
    for (const auto& [key, value] : settings_in_brackets(option, text))
      scene.set(fmt::format("{}.{}", path, key), value, typed);
  }
  if (!texts.empty()) scene.set("step.start", "previous", option);
}

}  // namespace simbench
