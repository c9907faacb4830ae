// The options of each command: declared here, parsed by command_line.cpp.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>

#include "base/error.h"

namespace simbench {

// What the command that was chosen does.
using Action = std::function<ExitCode()>;

// A command of an app, and what its command line says, which lives as long as the app.
template <class Arguments>
struct AddedCommand {
  CLI::App* app;
  Arguments* given;
};
// Parsing the command sets the action to `execute` what is given; `examples` is a line each.
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

// Each adds its command to the app; parsing that command sets the action.
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
void add_export(CLI::App& app, Action& action);
void add_archive(CLI::App& app, Action& action);
void add_study(CLI::App& app, Action& action);
void add_new_study(CLI::App& app, Action& action);

// The options of a run, which belong to no command. Returns what runs.
Action add_run(CLI::App& app);

}  // namespace simbench
