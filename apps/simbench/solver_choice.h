// Solvers as --solver names them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiment/scene_file.h"

namespace simbench {

// "admm", or a variant of it, with settings for one run alone: "admm[weight=auto]".
struct SolverChoice {
  std::string text;  // as it was typed
  std::string name;  // of a solver, or "all"
  std::vector<std::pair<std::string, std::string>> settings;

  // Of its row in the table and of its folder: "admm-weight=auto". A character that does not belong into the name of a folder
  // is an underscore here.
  std::string label() const;
  // Sets the settings of the variant in a scene, as --set would.
  void apply(config::Document& scene) const;
};

// Each of the texts names solvers separated by commas. Throws Error (usage) for a name that there is not, for brackets that hold
// no settings, and for variants that have the same folder.
std::vector<SolverChoice> parse_solver_choices(const std::vector<std::string>& texts);

// The solver that is chosen; of "all" those that take the scene in this precision. Throws Error (usage) if the one that is named declines it.
std::vector<std::string> chosen_solvers(const SolverChoice& choice, const SceneFile& file,
                                        Precision precision);

}  // namespace simbench
