// Declares the options of each command. command_line.cpp parses them.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>

#include "base/error.h"

namespace simbench {

// The work of the chosen command.
using Action = std::function<ExitCode()>;

// A command of an app, and its arguments. The arguments live as long as the app.
template <class Arguments>
struct AddedCommand {
  CLI::App* app;
  Arguments* given;
};
// Adds a command. Parsing it sets the action, which calls `execute` with the given arguments. `examples` has
// one example per line.
template <class Arguments, class Execute>
AddedCommand<Arguments> add_command(CLI::App& app, Action& action, const std::string& name,
                                    const std::string& description, const std::string& examples,
                                    Execute execute) {
  const auto given = std::make_shared<Arguments>();
  CLI::App* added = app.add_subcommand(name, description);
  added->footer("\nExamples:\n" + examples);
  added->callback([=, &action] { action = [=] { return execute(*given); }; });
  return {added, given.get()};
}

// Each function adds its command to the app. Parsing that command sets the action.
void add_list(CLI::App& app, Action& action);
void add_new_scene(CLI::App& app, Action& action);
void add_check(CLI::App& app, Action& action);
void add_compare(CLI::App& app, Action& action);
void add_schema(CLI::App& app, Action& action);
void add_rerun(CLI::App& app, Action& action);
void add_sweep(CLI::App& app, Action& action);
void add_tune(CLI::App& app, Action& action);
void add_status(CLI::App& app, Action& action);
void add_verify(CLI::App& app, Action& action);
void add_completion(CLI::App& app, Action& action);
void add_report(CLI::App& app, Action& action);
void add_errors(CLI::App& app, Action& action);
void add_cluster(CLI::App& app, Action& action);
void add_table(CLI::App& app, Action& action);
void add_figure(CLI::App& app, Action& action);
void add_export(CLI::App& app, Action& action);
void add_budget(CLI::App& app, Action& action);
void add_movie(CLI::App& app, Action& action);
void add_convert(CLI::App& app, Action& action);
void add_archive(CLI::App& app, Action& action);
void add_test(CLI::App& app, Action& action);
void add_entry(CLI::App& app, Action& action);
void add_study(CLI::App& app, Action& action);
void add_new_study(CLI::App& app, Action& action);

// Adds a command that simbench's Python package executes, and options of it. The Python program checks the
// values; this program only passes them on.
CLI::App* add_python_command(CLI::App& app, Action& action, const std::string& name,
                             const std::string& description, const std::string& examples);
CLI::Option* add_flag(CLI::App* command, const std::string& name, const std::string& description);
CLI::Option* add_text(CLI::App* command, const std::string& name, const std::string& description);

// Adds the options of a run, which belong to no command. Returns the action that runs the solvers.
Action add_run(CLI::App& app);

}  // namespace simbench
