// The values of --term: Python files with terms of the objective.
#pragma once

#include <string>
#include <vector>

#include "config/document.h"

namespace simbench {

// Loads the files, gives the scene their terms with the settings in brackets, and lets its steps begin at the
// last positions, where a term such as contact is finite; --set step.start changes that. Throws Error
// (usage).
void add_terms(const std::vector<std::string>& texts, config::Document& scene);

}  // namespace simbench
