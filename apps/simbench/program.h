// The program as a function: executes the command line, and turns errors into messages and exit codes.
#pragma once

namespace simbench {

// Returns the exit code. Exceptions of solvers that are not a part of the program pass through.
int run_program(int argc, char** argv);

}  // namespace simbench
