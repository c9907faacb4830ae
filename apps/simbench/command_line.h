// The command line as a whole: which command is meant, and what is wrong with it.
#pragma once

#include "base/error.h"

namespace simbench {

// Parses the command line and does what it says. Throws Error (usage) that names the option, the value and what was allowed, and
// whatever the command throws.
ExitCode execute_command_line(int argc, char** argv);

}  // namespace simbench
