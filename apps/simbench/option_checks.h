// Checks of values on the command line. CLI11's own accept "nan" as a number and word their messages in another way.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "simbench/commands.h"

namespace simbench {

// Each looks at every value that the option is given and throws Error (usage): the option, the value, what was allowed. Returns
// the option.
CLI::Option* expect_integer(CLI::Option* option, int minimum, int maximum);
CLI::Option* expect_positive_number(CLI::Option* option);
CLI::Option* expect_tolerance(CLI::Option* option);  // a number from 0
CLI::Option* expect_text(CLI::Option* option);       // that is not empty
CLI::Option* expect_one_of(CLI::Option* option, const std::vector<std::string>& words);

// The scene that a command takes as an argument, and --set.
void add_scene(CLI::App& command, const char* argument, std::string& scene,
               std::vector<std::string>& overrides);
void add_json(CLI::App& command, bool& json, const char* described_in = "docs/json.md");

// --replace, --threads, --repeat and --quiet, which several commands have.
void add_execution(CLI::App& app, CommandExecution& execution);

}  // namespace simbench
