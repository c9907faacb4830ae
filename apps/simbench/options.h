// The options of each command: declared here, parsed by command_line.cpp.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "base/error.h"

namespace simbench {

// What the command that was chosen does.
using Action = std::function<ExitCode()>;

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

// The options of a run, which belong to no command. Returns what runs.
Action add_run(CLI::App& app);

}  // namespace simbench
