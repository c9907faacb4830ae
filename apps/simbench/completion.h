// Completes command lines at the tab key: commands and options of CLI11's tree, and values of the options.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace simbench {

// A possible word at the cursor. A word that ends in '.', '=' or '[' is incomplete.
struct Completion {
  std::string text;
  std::string meaning;
};
using Completions = std::vector<Completion>;

// If this is the only completion, the shell completes files.
inline constexpr const char* completion_of_files = "/";

// The completions of the last one of `words`. `words` are the words after the program's name. The type of an
// option, which the help shows after its name, determines the values:
//
//   {double,single}   one of these; entries in capitals are types
//   SCENE, PLAN       names of existing files
//   SOLVER            solvers, separated by commas, with their settings in brackets
//   PATH=VALUE        members of a scene
//   TEXT              files
//   all others        nothing
Completions completions(const CLI::App& app, const std::vector<std::string>& words);

// The words of a shell's line up to the cursor, without quotes and backslashes. After a blank, the last word
// is empty.
std::vector<std::string> shell_words(std::string_view line);

// `simbench complete LINE [END]`, which the scripts of `simbench completion` call. LINE ends at the cursor.
// END is the part of the last word that the shell will replace; the default is the whole word. Prints one
// completion per line.
ExitCode complete_command(const CLI::App& app, const std::vector<std::string>& arguments);

}  // namespace simbench
