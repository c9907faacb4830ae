// Calls the Python code of solvers, which may end in any exception.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

namespace simbench::python {

// While an object lives, an exception of a solver's iterations is a SolverError, so that it ends only its
// run: the program's other runs go on. Otherwise it passes through to the caller in Python.
class EndsOnlyItsRun {
 public:
  EndsOnlyItsRun();
  ~EndsOnlyItsRun();
  EndsOnlyItsRun(const EndsOnlyItsRun&) = delete;
  EndsOnlyItsRun& operator=(const EndsOnlyItsRun&) = delete;
};

// Throws what becomes of an exception of a solver or of its file, `name`. sys.exit() is an error: it would
// end the process, which other runs need, and even in success.
[[noreturn]] void rethrow(const std::string& name, nanobind::python_error& error, bool is_iterating);
// The same for an error that we found in what a solver returned; its text names the solver.
[[noreturn]] void rethrow(const nanobind::builtin_exception& error, bool is_iterating);

// Calls a function that calls Python, whose lock the caller must hold.
template <class Call>
auto call_solver(const std::string& name, bool is_iterating, const Call& call) {
  try {
    return call();
  } catch (nanobind::python_error& error) {
    rethrow(name, error, is_iterating);
  } catch (const nanobind::builtin_exception& error) {
    rethrow(error, is_iterating);
  }
}

}  // namespace simbench::python
