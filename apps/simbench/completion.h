// What the tab key completes: whatever CLI11's tree of commands and options says, and the values that its options take.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace simbench {

// A word that may stand at the cursor. One that ends in '.', '=' or '[' goes on.
struct Completion {
  std::string text;
  std::string meaning;
};
using Completions = std::vector<Completion>;

// Stands alone where the shell is to complete files.
inline constexpr const char* completion_of_files = "/";

// What may follow on `words`, those after the program's name, the last of them unfinished. The type of an option tells which values it
// takes (the help shows it behind the name):
//
//   {double,single}   one of these; what is in capitals is no word
//   SCENE, PLAN       names of files that there are
//   SOLVER            solvers, separated by commas, with their settings in brackets
//   PATH=VALUE        members of a scene
//   TEXT              files
//   all others        nothing
Completions completions(const CLI::App& app, const std::vector<std::string>& words);

// The words of a line of a shell up to the cursor: without quotes and backslashes, the last one empty after a blank.
std::vector<std::string> shell_words(std::string_view line);

// `simbench complete LINE [END]`, which the scripts of `simbench completion` call: LINE goes up to the cursor, END is the end of its last word
// that the shell is going to replace, if not all of it. Prints the words, a line each.
ExitCode complete_command(const CLI::App& app, const std::vector<std::string>& arguments);

}  // namespace simbench
