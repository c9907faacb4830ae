// simbench without Python. If the command line names a Python file with a solver or a term, this process
// becomes the same program inside Python.
#include <string>
#include <vector>

#include "harness/solver_files.h"
#include "simbench/program.h"
#include "simbench/python_program.h"

// What main.cpp calls; the only function that libsimbench.so shows.
extern "C" int simbench_main(int argc, char** argv) {
  simbench::set_solver_file_loader([&](const std::filesystem::path&, simbench::FileOf) -> std::string {
    simbench::become_python_program("python", {argv + 1, argv + argc});
  });
  return simbench::run_program(argc, argv);
}
