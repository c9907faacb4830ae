// The Python module simbench._core: the harness for Python. python/simbench wraps it.
#include <nanobind/nanobind.h>

#include <exception>

#include "base/build_info.h"
#include "base/error.h"
#include "base/stop_signal.h"
#include "mesh.h"
#include "messages.h"
#include "motion.h"
#include "problem.h"
#include "python_solver.h"
#include "python_term.h"
#include "scene.h"
#include "systems/register_systems.h"
#include "texts.h"

namespace simbench::python {

namespace nb = nanobind;

namespace {

// Errors of the harness become simbench.SimbenchError with the exit code of the program.
void translate(const std::exception_ptr& pointer, void*) {
  try {
    std::rethrow_exception(pointer);
  } catch (const Error& error) {
    const nb::object type = nb::module_::import_("simbench.errors").attr("SimbenchError");
    const nb::object raised = type(python_text(error.what()), static_cast<int>(error.code()));
    PyErr_SetObject(type.ptr(), raised.ptr());
  }
}

}  // namespace

}  // namespace simbench::python

NB_MODULE(_core, module) {
  using namespace simbench::python;
  simbench::register_systems();
  simbench::StopSignal::pass_on(true);  // Python raises KeyboardInterrupt
  keep_messages();
  nb::register_exception_translator(translate);
  nb::set_leak_warnings(false);  // solvers of files stay registered until the process ends
  module.attr("version") = simbench::build_info().version;
  module.attr("build_id") = simbench::build_info().build_id;
  bind_mesh(module);
  bind_problem(module);
  bind_python_solver(module);
  bind_python_term(module);
  bind_scene(module);
  bind_motion(module);
  bind_run(module);
}
