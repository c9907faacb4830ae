// Checks of values on the command line. CLI11's checks accept "nan" as a number, and their messages have
// another style.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "simbench/commands.h"

namespace simbench {

// Each function adds a check of every value of the option and returns the option. The check throws Error
// (usage), which names the option, the value and what is allowed.
CLI::Option* expect_integer(CLI::Option* option, int minimum, int maximum);
CLI::Option* expect_positive_number(CLI::Option* option);
CLI::Option* expect_tolerance(CLI::Option* option);  // a number of at least 0
CLI::Option* expect_text(CLI::Option* option);       // a text that is not empty
CLI::Option* expect_one_of(CLI::Option* option, const std::vector<std::string>& words);

// Adds the scene as an argument of the command, and --set.
void add_scene(CLI::App& command, const char* argument, std::string& scene,
               std::vector<std::string>& overrides);
// Adds --term.
void add_terms(CLI::App& app, std::vector<std::string>& terms);
void add_json(CLI::App& command, bool& json, const char* described_in = "docs/json.md");

// Adds --replace, --threads, --repeat and --quiet, which several commands share.
void add_execution(CLI::App& app, CommandExecution& execution);

}  // namespace simbench
