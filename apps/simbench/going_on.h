// The command that goes on after a signal.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"

namespace simbench {

// The command to type after a command of these words has ended with this code: the same one, which does what
// is missing, for a sweep, with --skip-complete for runs. Empty if no signal ended it, if it keeps nothing to
// go on with, or if it is quiet.
std::string command_to_go_on(ExitCode code, std::vector<std::string> words);

}  // namespace simbench
