#include "solver_call.h"

#include <fmt/format.h>

#include <atomic>

#include "harness/solver_files.h"
#include "texts.h"

namespace simbench::python {

namespace nb = nanobind;

namespace {

std::atomic<bool> ends_only_its_run = false;

// The traceback as Python prints it.
std::string traceback_of(const nb::python_error& error) {
  const nb::object lines = nb::module_::import_("traceback")
                               .attr("format_exception")(error.type(), error.value(), error.traceback());
  std::string text = text_of(nb::str("").attr("join")(lines));
  text.erase(text.find_last_not_of('\n') + 1);
  return text;
}

}  // namespace

EndsOnlyItsRun::EndsOnlyItsRun() {
  ends_only_its_run = true;
}

EndsOnlyItsRun::~EndsOnlyItsRun() {
  ends_only_its_run = false;
}

void rethrow(const std::string& name, nb::python_error& error, bool is_iterating) {
  const bool is_only_its_run = is_iterating && ends_only_its_run && !error.matches(PyExc_KeyboardInterrupt) &&
                               !error.matches(PyExc_MemoryError);
  if (is_only_its_run) throw SolverError(ExitCode::check_failed, traceback_of(error));
  if (error.matches(PyExc_SystemExit))
    throw Error(ExitCode::check_failed,
                fmt::format("{} called sys.exit(); a solver raises simbench.Converged when it is done, and "
                            "another exception if it fails",
                            name));
  throw;
}

void rethrow(const nb::builtin_exception& error, bool is_iterating) {
  if (is_iterating && ends_only_its_run) throw SolverError(ExitCode::check_failed, error.what());
  throw;
}

}  // namespace simbench::python
