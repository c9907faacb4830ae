// Parses the command line, finds its command and explains its errors.
#pragma once

#include "base/error.h"

namespace simbench {

// Parses the command line and executes its command. Throws Error (usage), which names the option, the value
// and what is allowed, and the errors of the command.
ExitCode execute_command_line(int argc, char** argv);

}  // namespace simbench
