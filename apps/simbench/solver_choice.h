// Parses the values of --solver.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "harness/scene_file.h"
#include "harness/solver_files.h"

namespace simbench {

// A solver ("admm"), or a variant with its own settings ("admm[weight=auto]").
struct SolverChoice {
  std::string text;  // as typed
  std::string name;  // name of a solver, "all" or "every"
  std::vector<std::pair<std::string, std::string>> settings;

  // Whether it means several solvers.
  bool is_group() const { return name == "all" || name == "every"; }
  // The name of its row in the table and of its folder: "admm-weight=auto". Characters that are not allowed
  // in the name of a folder become underscores.
  std::string label() const;
  // Sets the settings of the variant in a scene, as --set would.
  void apply(config::Document& scene) const;
};

// Parses texts that name solvers separated by commas. Throws Error (usage) for unknown names, for brackets
// without settings, for variants with the same folder, and for two files with solvers of one name. `files`
// has the files of the command until now.
std::vector<SolverChoice> parse_solver_choices(const std::vector<std::string>& texts, SolverFiles& files);

// The chosen solver. For "every", the solvers that accept the scene in this precision; for "all", those of
// them that are usual. Throws Error (usage) if a solver that was chosen by name declines the scene, or if all
// do.
std::vector<std::string> chosen_solvers(const SolverChoice& choice, const SceneFile& file,
                                        Precision precision);

}  // namespace simbench
